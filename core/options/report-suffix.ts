// Names of reports, which lambda, local and command line share.

/** A report's key is its file's key with this suffix. The report is written last: once it exists, the file is done. */
export const REPORT_SUFFIX = '.report.json';

/** Suffix of the report as an HTML page. */
export const HTML_REPORT_SUFFIX = '.report.html';
