/** Makes a value when it is first asked for: tables of grading are nothing that a thread that only solves should wait for. */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
