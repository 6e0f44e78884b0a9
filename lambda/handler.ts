/** Placeholder until the jobs exist: every batch fails, so that no message is taken for done. */
export async function handler(): Promise<never> {
  throw new Error('lambda/handler.ts: the jobs are not written yet');
}
