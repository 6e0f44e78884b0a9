/**
 * Numbers of threads for tests of the command line: one, a number that divides the data unevenly, and more than there are
 * items of work in a few hundred kilobytes. They do not depend on the machine.
 */
export const THREADS = [1, 3, 7];
