/** Requests of the function, by what they are billed as; deletions cost nothing. */
export interface Requests {
  /** PUT, COPY, POST and LIST */
  s3Writes: number;
  /** GET and HEAD */
  s3Reads: number;
  /** sent by the function; what delivers its messages is not among them */
  sqs: number;
}

/** When what was done, in seconds from the first byte read. */
export interface Timeline {
  /** the file was cut into chunks */
  readonly planned: number;
  /** begun and done, in the order of the file; neighbours share an entry where there are more than three hundred */
  readonly chunks: readonly (readonly [begun: number, done: number])[];
  /** the result was whole */
  readonly assembled: number;
}

/** Entries of a timeline, whatever the number of chunks. */
export const MAX_SPANS = 300;

/** What a file has cost, by list prices of one region: an estimate. */
export interface Cost {
  /** of the requests and the function's time */
  readonly dollars: number;
  /** of the function, for this file */
  readonly invocations: number;
  /** of the function, billed, whatever its memory */
  readonly lambdaSeconds: number;
  /** as the function was given */
  readonly memoryMiB: number;
}

/** What the function adds to the report of a file that it solved. */
export interface Effort {
  /** pieces that the file was solved in */
  readonly chunks: number;
  /** spent solving, over all chunks */
  readonly solvingSeconds: number;
  /** the most that one process of the function held */
  readonly peakMemoryMiB: number;
  /** what the function asked of S3 and SQS for it */
  readonly requests: Requests;
  /** an estimate */
  readonly cost: Cost;
  /** of a file that was cut */
  readonly timeline?: Timeline;
}
