/**
 * Threads that each test of the command line runs with that has more than a block of data, whatever the machine has: one,
 * numbers that share a size unevenly, and more than there is work for.
 */
export const THREADS = [1, 3, 7, 16, 64];
