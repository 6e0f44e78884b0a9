// Reads the bytes of an object within a time, and checks that all of them came.
import { countReceived } from '../../core/files/received-garbage.ts';
import type { ByteRange, Cloud, ObjectFacts, ObjectRef, OpenObject } from '../aws/cloud.ts';
import { StorageError } from '../aws/errors.ts';
import { type Alarm, type Patience, TimeLimit } from './time.ts';

/** An object's bytes did not arrive in time. A later delivery may find the network faster. */
export class SlowRead extends Error {
  override readonly name = 'SlowRead';
}

export interface ObjectReader {
  readonly cloud: Pick<Cloud, 'readObject'>;
  readonly alarm: Alarm;
  /** If other files share the invocation: their work does not count as waiting. */
  readonly patience?: Patience | undefined;
}

/** An object to be read. An upload is one: its event says how long it is. */
interface Wanted extends ObjectRef {
  readonly etag?: string;
  /** of the entire object, if known */
  readonly bytes?: number;
}

/** An object that is being read. */
export interface TimedObject extends OpenObject {
  /** Milliseconds spent waiting for its bytes so far. */
  readonly waited: () => number;
}

/**
 * Opens an object, waits for its bytes until a moment, and counts them. The function reads every object this way, so that
 * no object, however slow, keeps it from ending in time.
 *
 * @param until `performance.now()` at which an unfinished read is aborted and its connection closed
 * @throws SlowRead, WrongLength, here or while the body is read; the errors of readObject
 */
export async function readInTime(
  { cloud, alarm, patience }: ObjectReader,
  wanted: Wanted,
  until: number,
  range?: ByteRange,
): Promise<TimedObject> {
  const begun = performance.now();
  const path = `${wanted.bucket}/${wanted.key}`;
  let [got, waited] = [0, 0];
  let expected: number | undefined;
  const limit = new TimeLimit(
    alarm,
    until,
    () => {
      const seconds = Math.max(0, (performance.now() - begun) / 1000).toFixed(1);
      const all = expected ?? 'all';
      return new SlowRead(`slow read: expected ${all} bytes of ${path} in time, got ${got} in ${seconds} s`);
    },
    patience,
  );
  const wait = async <Result>(work: Promise<Result>): Promise<Result> => {
    const since = performance.now();
    try {
      return await limit.wait(work);
    } finally {
      waited += performance.now() - since;
    }
  };
  const refuse = (message: string) => {
    const error = new StorageError('WrongLength', wanted, `${path}: expected ${message}`);
    limit.abort(error);
    return error;
  };

  let open: OpenObject;
  try {
    open = await wait(cloud.readObject(wanted, range, limit.signal));
  } catch (error) {
    limit.cancel();
    throw error;
  }
  if (wanted.bytes !== undefined && open.bytes !== wanted.bytes) {
    throw refuse(`an object of ${wanted.bytes} bytes, got one of ${open.bytes}`);
  }
  const { from, to } = range ?? { from: 0, to: open.bytes };
  const due = Math.min(to, open.bytes) - from;
  expected = due;

  async function* body(): AsyncGenerator<Uint8Array, void, undefined> {
    const pieces = open.body[Symbol.asyncIterator]();
    try {
      for (let step = await wait(pieces.next()); !step.done; step = await wait(pieces.next())) {
        got += step.value.length;
        countReceived(step.value.length);
        if (got > due) throw refuse(`${due} bytes from byte ${from} on, got more`);
        yield step.value;
      }
      if (got < due) throw refuse(`${due} bytes from byte ${from} on, got ${got}`);
    } finally {
      limit.cancel();
      // while a read hangs, its iterator does not return; the signal closes the connection
      const ended = pieces.return?.().catch(() => {});
      if (!limit.signal.aborted) await ended;
    }
  }
  return { ...open, body: body(), waited: () => waited };
}

/** Reads a short object to its end. @throws as {@link readInTime} */
export async function readAll(
  reader: ObjectReader,
  wanted: Wanted,
  until: number,
  range?: ByteRange,
): Promise<ObjectFacts & { readonly content: Buffer }> {
  const { body, ...facts } = await readInTime(reader, wanted, until, range);
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return { ...facts, content: Buffer.concat(pieces) };
}
