/** What helpers do after the test file that called them; test/file-set-up.ts calls these. */
export const cleanUps: (() => void)[] = [];
