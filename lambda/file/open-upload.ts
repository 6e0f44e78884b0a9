// Starts to read an upload and plans how to solve it.
import {
  type FilePlan,
  type FileRanges,
  HEAD_BYTES,
  headBytes,
  needsRanges,
  type Options,
  optionsInMetadata,
  type Peeked,
  peek,
  planFile,
  planRanges,
  RejectedFile,
} from '../../core/files/index.ts';
import type { ObjectFacts } from '../aws/cloud.ts';
import { rangesOfUpload } from '../chunks/row-ranges.ts';
import type { DeliveryContext } from '../invocation/context.ts';
import { type ObjectReader, readInTime, type TimedObject } from '../invocation/read-in-time.ts';
import type { Bounds } from '../invocation/settings.ts';
import type { Upload } from '../invocation/upload.ts';

export interface OpenUpload extends Peeked {
  /** when it was requested, in milliseconds since 1970 */
  readonly begun: number;
  readonly facts: ObjectFacts;
  readonly plan: FilePlan;
  /** Set if the file is read by rows; `all` is closed then. */
  readonly ranges?: FileRanges;
  readonly waited: TimedObject['waited'];
}

/**
 * Starts to read an upload, with one GET or more for a head of many comments, and plans how to solve it.
 * @param deadline `performance.now()` until which to wait for its bytes
 * @param headOnly whether to read the head only
 * @throws SlowRead, WrongLength, ObjectGone, ObjectReplaced, ObjectUnreadable, RejectedFile, OptionError
 */
export async function openUpload(
  { settings, ...reader }: ObjectReader & Pick<DeliveryContext, 'settings'>,
  upload: Upload,
  deadline: number,
  headOnly = false,
): Promise<OpenUpload> {
  const begun = Date.now();
  const begin = async (to?: number) => {
    const range = to === undefined ? undefined : { from: 0, to };
    const { body, waited, ...facts } = await readInTime(reader, upload, deadline, range);
    return { facts, waited, peeked: await peek(body) };
  };
  let open = await begin(headOnly ? HEAD_BYTES : undefined);
  for (let to = HEAD_BYTES; headOnly && open.peeked.head.length < upload.bytes; ) {
    const wanted = headBytes(open.peeked.head);
    if (wanted <= to) break;
    await open.peeked.close();
    open = await begin(wanted);
    to = wanted;
  }
  const { facts, waited, peeked } = open;
  try {
    const given = [optionsInMetadata(facts.metadata), settings.defaults];
    if (needsRanges(peeked.head)) {
      await peeked.close();
      const ranges = rangesOfUpload(reader, upload, deadline);
      const plan = await planRanges({ ranges, name: upload.key, given });
      checkBounds(plan.options, settings.bounds);
      return { ...peeked, begun, facts, plan, ranges, waited };
    }
    const plan = planFile({
      head: peeked.head,
      complete: peeked.head.length === facts.bytes,
      name: upload.key,
      bytes: facts.bytes,
      given,
    });
    checkBounds(plan.options, settings.bounds);
    return { ...peeked, begun, facts, plan, waited };
  } catch (error) {
    await peeked.close();
    throw error;
  }
}

/** The properties of the stack that set the bounds. */
const PROPERTIES = { limit: 'maxLimit', budget: 'maxBudget' } as const;

/** @throws RejectedFile if the file requests more than the stack's owner allows */
export function checkBounds(options: Options, bounds: Bounds): void {
  for (const name of ['limit', 'budget'] as const) {
    const requested = options[name];
    const bound = bounds[name];
    if (requested !== undefined && bound !== undefined && requested > bound) {
      throw new RejectedFile(
        `expected ${name}=${bound} or less, the maximum of this pipeline (${PROPERTIES[name]}), got ${requested}`,
      );
    }
  }
}
