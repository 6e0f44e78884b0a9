// Divides the time of a file that is solved in chunks into phases, by the requests that begin and end them.

import type { AnsweredRequest } from '../../local/requests/service-request.ts';

/** A phase of a file's way through the pipeline. */
export interface Phase {
  readonly name: string;
  readonly seconds: number;
}

/**
 * The phases follow one another: the client's upload and download at both ends are its own.
 * @param requests of one file, in any order
 * @returns undefined if the file was solved in one piece: it is too small for chunks
 * @throws Error if a request is missing
 */
export function phasesOf(requests: readonly AnsweredRequest[], uploadBucket: string): Phase[] | undefined {
  const isOwn = ({ caller }: AnsweredRequest) => caller === 'function';
  const isMessages = (r: AnsweredRequest) => isOwn(r) && r.operation === 'SendMessageBatch';
  if (!requests.some(isMessages)) return undefined;
  const find = (name: string, matches: (request: AnsweredRequest) => boolean) => {
    const found = requests.filter(matches);
    if (found.length === 0) throw new Error(`expected a request of a file that is solved in chunks, ${name}`);
    const begun = Math.min(...found.map((request) => request.begun));
    return { begun, ended: Math.max(...found.map((request) => request.ended)) };
  };
  const upload = find('upload', (r) => !isOwn(r) && r.operation === 'PutObject' && r.bucket === uploadBucket);
  const first = find('first read', (r) => isOwn(r) && r.operation === 'GetObject');
  const sent = find('messages', isMessages);
  const reads = find(
    'reads of chunks',
    (r) => isOwn(r) && r.operation === 'GetObject' && r.bucket === uploadBucket && r.begun >= sent.begun,
  );
  const chunks = find('chunks', (r) => isOwn(r) && r.operation === 'PutObject' && r.key.includes('/ranges/'));
  const joined = find('completion', (r) => isOwn(r) && r.operation === 'CompleteMultipartUpload');
  const report = find(
    'report',
    (r) => isOwn(r) && r.operation === 'PutObject' && r.key.endsWith('.report.json'),
  );
  const download = find(
    'download',
    (r) => !isOwn(r) && r.operation === 'GetObject' && !r.key.endsWith('.json'),
  );
  const moments: [name: string, end: number][] = [
    ['upload (client and S3)', upload.ended],
    ['event, queue, start of the function', first.begun],
    ['planning: reading the head, sample, manifest, messages', sent.ended],
    ['queue of chunks', reads.begun],
    ['chunks: reading, solving, writing', chunks.ended],
    ['lock, joining, publishing', joined.ended],
    ['details of chunks, report', report.ended],
    ['download (S3 and client)', download.ended],
  ];
  let last = upload.begun;
  return moments.map(([name, end]) => {
    const seconds = (end - last) / 1000;
    last = end;
    return { name, seconds };
  });
}
