import { type AnyReport, formatReport } from '../../core/files/index.ts';
import { object, parseJson } from '../../core/options/shape.ts';
import { collect } from '../aws/collect.ts';
import { ObjectGone, PreconditionFailed } from '../aws/errors.ts';
import type { Invocation } from '../invocation.ts';
import type { Upload } from '../upload.ts';
import { reportRef, resultRef } from './places.ts';
import { isFrom, isNewer } from './publish.ts';

/**
 * Adds to the report of a newer upload that was rejected, or failed, that the result of this one came to stand beside it:
 * the two were worked on at the same time, and whoever wrote that report looked for a result too early. What the report
 * says is then what it would say had this upload been done a moment before.
 */
export async function noteStaleResult({ cloud, settings }: Invocation, upload: Upload): Promise<void> {
  const ref = reportRef(settings, upload);
  const result = await cloud.headObject(resultRef(settings, upload));
  if (!ref || !result || !isFrom(result.metadata, upload)) return;
  try {
    const { body, etag, contentType, metadata } = await cloud.readObject(ref);
    const text = (await collect(body)).toString();
    // what is not a report of a newer upload may be anybody's, and anything
    if (!isNewer(metadata, upload)) return;
    const content = object(parseJson(text, ref.key), ref.key) as unknown as AnyReport;
    if (content.status === 'done') return;
    const amended = { ...content, staleResult: { uploadEtag: upload.etag } };
    await cloud.putObject({ ...ref, contentType, metadata }, Buffer.from(formatReport(amended)), { etag });
  } catch (error) {
    // whoever has written the report since has seen the result
    if (!(error instanceof ObjectGone || error instanceof PreconditionFailed)) throw error;
  }
}
