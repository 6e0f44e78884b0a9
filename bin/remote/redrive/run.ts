import { setTimeout } from 'node:timers/promises';
import { Exit } from '../../cli/exit.ts';
import { ProgressLog } from '../../cli/progress-log.ts';
import { number } from '../../cli/units.ts';
import type { Clients } from '../clients.ts';
import { pauses } from '../pauses.ts';
import { exitOf } from '../report.ts';
import type { DeployedPipeline } from '../stack.ts';
import { describeKey } from '../status/describe.ts';
import { reportOf, type StandingReport } from '../status/key-status.ts';
import { type DeadLetter, deadLetterQueues, readDeadLetters } from './dead-letters.ts';
import { reasonOf } from './explain.ts';
import { moveAll, moveChosen } from './move.ts';
import { letterJson, letterLine } from './print.ts';

export interface RedriveFlags {
  readonly key: string | undefined;
  readonly prefix: string | undefined;
  readonly dryRun: boolean | undefined;
  readonly wait: boolean | undefined;
  readonly json: boolean | undefined;
}

/** Lists dead letters, moves them, and tells what became of them. */
export async function runRedrive(
  clients: Clients,
  pipeline: DeployedPipeline,
  flags: RedriveFlags,
): Promise<Exit> {
  const { key, prefix, dryRun, wait, json = false } = flags;
  const log = new ProgressLog(process.stderr, json);
  const print = (line: string) => {
    log.clear();
    process.stdout.write(`${line}\n`);
  };
  const isChosen = ({ keys }: DeadLetter) =>
    (key === undefined && prefix === undefined) ||
    keys.some((each) => each === key || (prefix !== undefined && each.startsWith(prefix)));
  const queues = await deadLetterQueues(clients, pipeline);
  const keys = new Set<string>();
  let listed = 0;
  for (const queue of queues) {
    if (queue.count === 0) continue;
    let seen = 0;
    for await (const letter of readDeadLetters(clients, queue, 0)) {
      seen++;
      if (!isChosen(letter)) continue;
      listed++;
      for (const each of letter.keys) keys.add(each);
      const explained = { ...letter, reason: await reasonOf(clients, pipeline, letter) };
      print(json ? letterJson(explained) : letterLine(explained));
    }
    if (seen < queue.count) log.step(`${queue.name}: and about ${number(queue.count - seen)} more`);
  }
  const waiting = queues.reduce((sum, { count }) => sum + count, 0);
  if (dryRun || waiting === 0) {
    log.step(listed === 0 ? 'no dead letters' : `${number(listed)} listed, none moved`);
    return Exit.allSolved;
  }
  const before = new Map<string, StandingReport | undefined>();
  if (wait) for (const each of keys) before.set(each, await reportOf(clients, pipeline, each));
  for (const queue of queues) {
    if (queue.count === 0) continue;
    const moved =
      key === undefined && prefix === undefined
        ? await moveAll(clients, queue, (done, all) =>
            log.progress(`${queue.name}: ${number(done)} of ${number(all)} moved`),
          )
        : await moveChosen(clients, queue, isChosen, () => {});
    if (json) print(JSON.stringify({ event: 'moved', queue: queue.name, moved }));
    else log.step(`${queue.name}: ${number(moved)} moved back to its queue`);
  }
  return wait ? follow(clients, pipeline, before, (line) => print(line), json) : Exit.allSolved;
}

/** Waits for a report on each file that is not the one from before the move. */
async function follow(
  clients: Clients,
  pipeline: DeployedPipeline,
  before: ReadonlyMap<string, StandingReport | undefined>,
  print: (line: string) => void,
  json: boolean,
): Promise<Exit> {
  let worst: Exit = Exit.allSolved;
  for (const [key, old] of before) {
    for (const pause of pauses()) {
      const found = await reportOf(clients, pipeline, key);
      // one that fails for the same reason is told by its time alone, one of the same second by its bytes
      if (found && (found.etag !== old?.etag || found.at > old.at)) {
        const { report } = found;
        worst = Math.max(worst, exitOf(report)) as Exit;
        print(
          json
            ? JSON.stringify({ event: 'file', key, report })
            : describeKey(key, { state: report.status, report }),
        );
        break;
      }
      await setTimeout(pause);
    }
  }
  return worst;
}
