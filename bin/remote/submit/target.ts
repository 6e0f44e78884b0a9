import type { S3Client } from '@aws-sdk/client-s3';

/** Where something goes, and what is said of it. */
export interface Target {
  readonly s3: S3Client;
  readonly bucket: string;
  readonly key: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Whether an object says what it is to say: as many names, each with the same value. */
export function sameMetadata(
  there: Readonly<Record<string, string>> = {},
  wanted: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys({ ...there, ...wanted });
  return names.every((name) => there[name] === wanted[name]);
}

export function copySource(bucket: string, key: string): string {
  return `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}
