// Tells parts of the page that it is being printed, so that they show what the screen has no room for.

const listeners: ((isPrinting: boolean) => void)[] = [];

/** Calls a function before the page is printed, and after that. */
export const onPrint = (listener: (isPrinting: boolean) => void): void => {
  listeners.push(listener);
};

const report = (isPrinting: boolean) => {
  for (const listener of listeners) listener(isPrinting);
};
addEventListener('beforeprint', () => report(true));
addEventListener('afterprint', () => report(false));
matchMedia('print').addEventListener('change', ({ matches }) => report(matches));
