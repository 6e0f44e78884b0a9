// What surrounds the work on a message and on an upload: clients, settings, clocks and log.
import type { Tally } from '../../core/files/index.ts';
import type { ByteRange, Cloud } from '../aws/cloud.ts';
import type { Meter } from './meter.ts';
import type { Settings } from './settings.ts';
import { tenantOf } from './tenant.ts';
import type { Times } from './time.ts';
import { jobPrefix, type Upload } from './upload.ts';

/** The surroundings of one delivery of a message, before the work on it begins. */
export interface DeliveryContext extends Times {
  readonly cloud: Cloud;
  readonly settings: Settings;
  /** An earlier delivery of the message may have died halfway. */
  readonly isRedelivery: boolean;
  /** of the message */
  readonly messageId: string;
  /** of the message, if it was sent in one: those that follow from it are sent in the same */
  readonly group?: string | undefined;
  /** which delivery of the message this is, from 1 */
  readonly delivery: number;
  /** milliseconds from when the message was sent to this delivery */
  readonly waited: number;
  /** After this one; if none is left and this one fails, SQS moves the message to the dead letters. */
  readonly deliveriesLeft: number;
}

/** The surroundings of the work on one upload within one invocation of the function. */
export interface UploadContext extends DeliveryContext {
  /** measures this work; counts the requests of `cloud` */
  readonly meter: Meter;
  /** Logs a problem that does not affect the result. */
  readonly warn: (warning: string, error: unknown, upload: Upload) => void;
}

/** What it takes to write results and reports. */
export type StoreContext = Pick<DeliveryContext, 'cloud' | 'settings'>;

/** What it takes to read the objects of a job. */
export type ReadContext = StoreContext & Pick<DeliveryContext, 'alarm' | 'deadline' | 'end'>;

/** What all lines, events and reports about the work on an upload say, so that one name leads through them. */
export interface WorkLabels {
  /** the same for all messages of an upload, in all versions */
  readonly job: string;
  readonly tenant?: string;
}

/** The labels of a line of the log. */
export interface LineLabels extends WorkLabels {
  /** of the upload, if the work is on a chunk */
  readonly range?: string;
  readonly messageId: string;
  readonly delivery: number;
  /** from when the message was sent to this delivery */
  readonly waited: number;
  /** Seconds of functions that the work took. Those of all lines of a file add up to those in its report. */
  readonly seconds?: number;
}

/** The labels of the work on an upload. */
export function labelsOf(settings: Settings, upload: Upload): WorkLabels {
  const tenant = tenantOf(settings, upload);
  return { job: jobPrefix(upload), ...(tenant !== undefined && { tenant }) };
}

/** The labels of a line about the work on an upload, or on a range of it. */
export function lineLabelsOf(
  { settings, messageId, delivery, waited }: DeliveryContext,
  { upload, range }: { readonly upload: Upload; readonly range?: ByteRange },
  seconds = 0,
): LineLabels {
  return {
    ...labelsOf(settings, upload),
    ...(range && { range: `${range.from}-${range.to}` }),
    ...{ messageId, delivery, waited: Math.round(waited) / 1000 },
    ...(seconds > 0 && { seconds: Math.round(seconds * 1000) / 1000 }),
  };
}

/** How the work on one upload or one message ended, for the log and the metrics. */
export interface Outcome {
  /**
   * - solved: result and report are in the output bucket
   * - part: a chunk is solved, others of its job are not
   * - enqueued: the rest was sent as other messages
   * - held: other files of the invocation took its time; it is its turn after them
   * - rejected: only the report was written, with the reason
   * - defect: a defect of this package keeps it from being solved, and its `failed` report says so; it is not tried again
   * - superseded: a newer upload has its key, or a newer one's result exists; nothing was to be written
   * - gone: the upload was deleted, or expired, before it was solved
   * - expired: the job's folder in the work bucket has expired; the file is planned again
   * - stuck: nothing has worked on its chunks for long, although their messages were sent again; its `failed` report says so
   * - cancelled: its owner has stopped the work on it; its report says how far it was
   * - ignored: there was nothing (more) to do
   * - refused: it is of no source of the pipeline; nothing was read or written
   */
  readonly outcome:
    | 'solved'
    | 'part'
    | 'enqueued'
    | 'held'
    | 'rejected'
    | 'defect'
    | 'superseded'
    | 'gone'
    | 'expired'
    | 'stuck'
    | 'cancelled'
    | 'ignored'
    | 'refused';
  readonly reason?: string;
  /** if another message about the upload has ended it in the same way, so that it counts already */
  readonly repeated?: boolean;
  /** if nothing had worked on its job for long: it was complete and not assembled, or chunks were missing */
  readonly stalled?: boolean;
  /** of the puzzles that this invocation solved */
  readonly tally?: Tally;
  /** spent solving them */
  readonly milliseconds?: number;
}

/** The outcome of a file whose time other files of the invocation took. */
export const HELD: Outcome = { outcome: 'held' };
