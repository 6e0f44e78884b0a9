/**
 * Numbers of threads for tests of the command line with more than a block of data: one, numbers that divide the data
 * unevenly, and more than there are items. They do not depend on the machine.
 */
export const THREADS = [1, 3, 7, 16, 64];
