// Where the marks of cancelled uploads are in the work bucket, which lambda, lib and command line share.
export const MARKS_PREFIX = 'cancelled/';
