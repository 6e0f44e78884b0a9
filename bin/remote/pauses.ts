/** Milliseconds between two looks at something that others do: a second first, then half as long again, at most a minute. */
export function* pauses(first = 1000, longest = 60_000): Generator<number, never> {
  for (let pause = first; ; pause = Math.min(pause * 1.5, longest)) yield pause;
}
