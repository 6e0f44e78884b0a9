// Solves one file on threads: cuts it into work items, and writes their results in the order of the file.
import { pMapIterable } from 'p-map';
import { checkedSize, type WorkItem, workItems } from '../../core/files/cuts.ts';
import { HEAD_BYTES, headerEnd } from '../../core/files/head-extent.ts';
import {
  below,
  emptyTally,
  type FilePlan,
  fixedRecords,
  frameOf,
  type Joint,
  keepsPlaces,
  listedGuesses,
  narrowed,
  offsetOfRow,
  type PieceFacts,
  type Reached,
  RejectedFile,
  rangedState,
  refuseOtherLength,
  resultEncoding,
  rowItems,
  sumReached,
  sumTallies,
  type Tally,
} from '../../core/files/index.ts';
import type { Input, PlannedFile } from '../files/inputs.ts';
import type { Loan, Output } from '../files/output.ts';
import type { Scheduler } from './scheduler.ts';
import type { SolvedItem } from './solve-job.ts';
import { type Places, stretches } from './stretches.ts';

/** Minimum bytes of an item of a file that cannot be split: a grid that is cut is parsed again with each item. */
const MIN_BYTES = 4096;

/**
 * Called as a file progresses.
 * @param tally counts up to where the result has been written
 * @param bytes of input up to there
 * @param reached returns how much has been solved, written or not
 */
export type OnProgress = (tally: Tally, bytes: number, reached: () => Reached) => void;

let files = 0;

/**
 * Solves one file on the scheduler's threads and writes the results in the order of the file.
 *
 * @returns the counts, with the file's own line numbers
 * @throws RejectedFile; the errors of `output.write`; Error if some bytes that were read have not been solved
 */
export async function solveOnThreads(
  planned: PlannedFile,
  output: Output,
  scheduler: Scheduler,
  joint: Joint,
  onProgress: OnProgress,
): Promise<Tally> {
  const { input, head, plan, stored, pieces } = planned;
  const file = files++;
  const frame = frameOf(plan);
  const early = frame?.head(undefined);
  if (frame && !early && !output.writeHead) {
    throw new RejectedFile(
      'expected a file for output=npy, whose header says how many puzzles follow, got a pipe or a device: give -o a file',
    );
  }
  const facts: PieceFacts[] = [];
  let solved = emptyTally();
  const { buffers, size, window } = scheduler;
  const loan = await loanOf(planned, output, joint);
  const places = loan && { from: fileIn(planned)!, to: { fd: loan.fd, path: loan.path } };
  const sizer = new ItemSizer(size, input.bytes);
  const records = fixedRecords(plan);
  const groupBytes = resultEncoding(plan) === 'parquet' && plan.splittable ? rowGroupBytes(input) : undefined;
  // a head with many comments fits into one item
  const capacity = Math.max(buffers.capacity, head.length);
  const front = records?.start ?? headerEnd(head);
  const target = () => groupBytes ?? Math.max(sizer.target, plan.splittable ? 1 : MIN_BYTES);
  const items = places
    ? stretches(places.from, front, target, size)
    : stored
      ? pieces
        ? pieceItems(pieces, buffers.take)
        : rowWorkItems(plan, buffers.take)
      : workItems(input, {
          head,
          front,
          splittable: plan.splittable,
          records,
          capacity,
          buffer: capacity === buffers.capacity ? buffers.take : () => new ArrayBuffer(capacity),
          target,
        });
  /** items that are being solved, or wait for a thread */
  const pending = new Set<Promise<unknown>>();
  const results = pMapIterable(
    paced(items, sizer),
    async (item, index) => {
      const job = {
        ...item,
        ...pieceOf(plan, item),
        file,
        stored,
        places,
        joint,
        first: index === 0,
        listedGuesses: listedGuesses(solved),
      };
      const started = scheduler.solve(job);
      const ended: Promise<unknown> = started
        .then(({ done }) => done)
        .catch(() => {}) // thrown where the result is awaited
        .finally(() => pending.delete(ended));
      pending.add(ended);
      const result = await started;
      // learns as soon as the item is solved: its output may still wait for that of an earlier item
      const learn = ({ milliseconds }: SolvedItem) => sizer.learn(item.length, milliseconds);
      result.done.then(learn, () => {}); // after a failure, nothing more is cut
      return { item, result };
    },
    { concurrency: window, backpressure: window },
  );

  if (frame) await output.write(early ?? new Uint8Array(frame.headBytes));
  let bytes = 0;
  let sum = solved;
  try {
    for await (const { item, result } of results) {
      const before = solved;
      const reached = () => sumReached(before, result.reached());
      onProgress(sum, bytes, reached);
      for await (const part of result.parts()) await output.write(part);
      const {
        buffer,
        outputLength,
        tally,
        consumed,
        facts: own,
      } = await result.done.catch((error: unknown) => {
        throw error instanceof RejectedFile ? below(solved.lines, error) : error;
      });
      if (outputLength > 0) await output.write(new Uint8Array(buffer, 0, outputLength));
      buffers.give(buffer);
      refuseLoss(input, item.length, consumed);
      await loan?.wrote(item.length);
      bytes += item.length;
      sum = sumTallies([solved, tally]);
      onProgress(sum, bytes, reached);
      facts.push(...(own ?? []));
      if (!item.continues) solved = sum;
    }
  } finally {
    // after a failure, threads may still write
    void Promise.all(pending).then(() => loan?.release());
  }
  if (frame) {
    await output.write(frame.foot(facts));
    if (!early) await output.writeHead!(frame.head(facts)!);
  }
  if (stored) return solved;
  refuseLoss(input, places ? Math.max(bytes, places.from.bytes) : input.bytesRead, bytes);
  if (plan.compression === 'none') refuseOtherLength(plan, bytes);
  return solved;
}

/** The stored file, if it is longer than its head: threads can read it by themselves. */
function fileIn({ input: { stored, isWhole }, complete }: PlannedFile): Places['from'] | undefined {
  return stored && 'fd' in stored && isWhole && !complete ? stored : undefined;
}

/** The file of a result that threads can write by themselves, as each piece of it has the place of its puzzles. */
async function loanOf(planned: PlannedFile, output: Output, joint: Joint): Promise<Loan | undefined> {
  const isAlone = !joint.goesOn && !joint.isFollowed;
  return isAlone && fileIn(planned) && keepsPlaces(planned.plan) ? output.lend?.() : undefined;
}

/** Limits of {@link rowGroupBytes}. */
const MIN_GROUP_BYTES = 16 * 1024;
const MAX_GROUP_BYTES = HEAD_BYTES; // fits into the buffers of any number of threads
/** Between these limits, a row group is one of this many equal parts of the file, so that threads share a small one. */
const GROUPS = 128;

/**
 * Bytes of the items whose results are row groups of a Parquet file. They depend on the file only, not on how fast it is
 * solved, so that every run writes the same result.
 */
function rowGroupBytes({ bytes }: Pick<Input, 'bytes'>): number {
  const share = bytes === undefined ? MAX_GROUP_BYTES : Math.round(bytes / GROUPS);
  return Math.max(MIN_GROUP_BYTES, Math.min(share, MAX_GROUP_BYTES));
}

/** The items of a file that is read by rows. Their lengths are their shares of the file's bytes. */
async function* rowWorkItems(plan: FilePlan, buffer: () => ArrayBuffer): AsyncGenerator<WorkItem> {
  const state = rangedState(plan)!;
  for (const rows of rowItems(state)) {
    const length = offsetOfRow(state, rows.to) - offsetOfRow(state, rows.from);
    yield { buffer: buffer(), length, continues: false, rows };
  }
}

/** The items of a compressed file whose pieces threads decompress by themselves. */
async function* pieceItems(ends: readonly number[], buffer: () => ArrayBuffer): AsyncGenerator<WorkItem> {
  let at = 0;
  for (const end of ends) {
    yield { buffer: buffer(), at, length: end - at, continues: false };
    at = end;
  }
}

/** What a thread needs of a plan for an item. */
function pieceOf(plan: FilePlan, { rows }: WorkItem): Pick<WorkItem, 'rows'> & { plan: FilePlan } {
  if (!rows) return { plan };
  const { state, rows: own } = narrowed(rangedState(plan)!, rows);
  return { plan: { ...plan, state }, rows: own };
}

/** Prevents that a defect looks like a shorter file. @throws Error unless all bytes that were read have been solved */
function refuseLoss({ path }: Input, read: number, solved: number): void {
  if (solved !== read) throw new Error(`${path}: expected ${read} bytes to be solved, got ${solved}`);
}

/** The same items, each cut when the sizer allows one more. */
async function* paced(items: AsyncGenerator<WorkItem>, sizer: ItemSizer): AsyncGenerator<WorkItem> {
  for (;;) {
    await sizer.mayCut();
    const { done, value } = await items.next();
    if (done) return;
    yield value;
  }
}

/** Minimum and maximum bytes of the first work items, before anything is known about the puzzles. */
const MIN_START_BYTES = 16 * 1024;
const MAX_START_BYTES = 64 * 1024;
/** Between these limits, a first work item is one of this many equal parts of the file. */
const START_SHARE = 1024;
/** Milliseconds that a work item should take: much longer than its transfer to a thread, yet short, so that no thread waits long for the last one. */
const ITEM_MILLISECONDS = 25;
/** Maximum growth from one item to the next: some puzzles are much harder than those before them. */
const MAX_GROWTH = 4;
/** Weight of the latest work item in the average, if it was slower. */
const WEIGHT = 0.3;

/**
 * Learns how large work items should be: a megabyte of easy puzzles takes milliseconds, one 36x36 puzzle may take minutes.
 * As long as little is known, few items are cut: they are small, and every thread would have to finish them first.
 */
export class ItemSizer {
  readonly #start: number;
  #bytesPerMillisecond: number | undefined;
  /** items that may be cut */
  #allowed: number;
  #waiting: (() => void) | undefined;

  /**
   * @param threads that solve
   * @param bytes of the file, as far as they are known
   */
  constructor(threads = 1, bytes = 0) {
    const share = Math.round(checkedSize('bytes of a file', bytes) / START_SHARE);
    this.#start = Math.max(MIN_START_BYTES, Math.min(share, MAX_START_BYTES));
    this.#allowed = checkedSize('threads', threads, 1);
  }

  /** Bytes of the next item. */
  get target(): number {
    if (this.#bytesPerMillisecond === undefined) return this.#start;
    return Math.max(1, Math.round(this.#bytesPerMillisecond * ITEM_MILLISECONDS));
  }

  /** Resolves when one more item may be cut: one for each thread, and two for each item that is solved. */
  async mayCut(): Promise<void> {
    if (this.#allowed === 0) await new Promise<void>((resolve) => (this.#waiting = resolve));
    this.#allowed--;
  }

  /** Updates the rate from an item that has been solved. @param bytes of its input @param milliseconds that it took */
  learn(bytes: number, milliseconds: number): void {
    this.#allowed += 2;
    this.#waiting?.();
    if (bytes === 0) return;
    const rate = bytes / Math.max(milliseconds, 0.01);
    const known = this.#bytesPerMillisecond ?? rate;
    // not averaged: the first items are slow because the code has not been compiled yet
    const isFaster = rate > known;
    this.#bytesPerMillisecond = isFaster
      ? Math.min(rate, MAX_GROWTH * known)
      : known + WEIGHT * (rate - known);
  }
}
