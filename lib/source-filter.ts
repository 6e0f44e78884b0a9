/** Which objects of a bucket are puzzle files. */
export interface SourceFilter {
  /** What their keys begin with. @default all of the bucket */
  readonly prefix?: string;
  /** What their keys end with. @default anything */
  readonly suffix?: string;
}
