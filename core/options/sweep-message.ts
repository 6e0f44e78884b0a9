/** The message that requests a sweep of open jobs. It needs no version, since it says nothing: any version of the function reads it. */
export const SWEEP_MESSAGE = JSON.stringify({ kind: 'sweep' });
