import type { ByteRange } from '../aws/cloud.ts';
import type { FileSolver } from '../files/index.ts';
import { type ChunkDetails, chunkKey } from './chunk-result.ts';
import type { Job } from './job.ts';
import { jobId, type Upload } from './upload.ts';
import { peakMemory } from './write-report.ts';

/** What a solver made of a range. */
export interface SolvedRange {
  readonly range: ByteRange;
  readonly output: readonly Uint8Array[];
  readonly tally: FileSolver['tally'];
  readonly milliseconds: number;
}

/** Writes the result of a range, in one PUT: the proof that the range is done. */
export async function writeChunk(
  { cloud, settings }: Job,
  upload: Upload,
  { range, output, tally, milliseconds }: SolvedRange,
): Promise<void> {
  const { problems } = tally;
  const details: ChunkDetails = { problems };
  const detail = Buffer.from(problems.length > 0 ? JSON.stringify(details) : '');
  const key = chunkKey(jobId(upload), {
    range,
    bytes: output.reduce((sum, piece) => sum + piece.length, 0),
    detailBytes: detail.length,
    milliseconds,
    memory: peakMemory(),
    tally,
  });
  await cloud.putObject({ bucket: settings.workBucket, key }, Buffer.concat([...output, detail]));
}
