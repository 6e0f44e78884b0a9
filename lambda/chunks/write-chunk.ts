import type { FileSolver } from '../../core/files/index.ts';
import type { ByteRange } from '../aws/cloud.ts';
import type { Job } from '../invocation.ts';
import type { ByteCollector } from '../result/byte-collector.ts';
import { peakMemory } from '../result/write-report.ts';
import { jobId, type Upload } from '../upload.ts';
import { type ChunkDetails, chunkKey } from './chunk-result.ts';

/** What a solver made of a range. */
export interface SolvedRange {
  readonly range: ByteRange;
  readonly output: ByteCollector;
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
  const bytes = output.length;
  if (problems.length > 0) output.add(Buffer.from(JSON.stringify(details)));
  const key = chunkKey(jobId(upload), {
    range,
    bytes,
    detailBytes: output.length - bytes,
    milliseconds,
    memory: peakMemory(),
    tally,
  });
  await cloud.putObject({ bucket: settings.workBucket, key }, output.bytes());
}
