/** Ending of a report's key, after that of its file. The report is written last, so its appearance means that a file is done. */
export const REPORT_SUFFIX = '.report.json';

/** Ending of the key of a report as a page to look at. */
export const HTML_REPORT_SUFFIX = '.report.html';
