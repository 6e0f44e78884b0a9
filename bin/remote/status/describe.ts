import { visible } from '../../../core/formats/shared/bytes.ts';
import { OUTCOMES } from '../../../core/solver/status.ts';
import { duration, number, size } from '../../cli/terminal.ts';
import type { KeyStatus } from './key-status.ts';
import type { StackStatus } from './stack-status.ts';

/** A stack's status as lines of text. */
export function describeStack(
  name: string,
  { queues, functionsAtWork, puzzlesLastHour }: StackStatus,
): string {
  const columns = ['waiting', 'in flight', 'oldest', 'dead letters'];
  const line = (title: string, cells: readonly string[]) =>
    `${title.padEnd(Math.max(name.length, 8))}${cells.map((cell, i) => cell.padStart(columns[i]!.length + 3)).join('')}`;
  return [
    line(name, columns),
    ...queues.map(({ name, waiting, inFlight, oldestAge, deadLetters }) =>
      line(name, [
        number(waiting),
        number(inFlight),
        oldestAge === undefined ? '-' : duration(oldestAge),
        number(deadLetters),
      ]),
    ),
    `functions at work: ${functionsAtWork === undefined ? 'none seen' : number(functionsAtWork)} · puzzles solved in the last hour: ${number(puzzlesLastHour)}`,
  ].join('\n');
}

/** An upload's status in a line. */
export function describeKey(key: string, status: KeyStatus): string {
  return visible(described(key, status));
}

function described(key: string, status: KeyStatus): string {
  switch (status.state) {
    case 'unknown':
      return `${key}: there is no such upload, and no report on one (a file of another source that waits is not seen)`;
    case 'waiting':
      return `${key}: waiting, or in a function's hands, for ${duration(status.seconds)}`;
    case 'planned':
      return `${key}: planned, ${size(status.bytes)} to do`;
    case 'solving': {
      const { bytes, bytesDone, chunksDone, puzzles, puzzlesPerSecond, secondsLeft } = status;
      const left = secondsLeft === undefined ? '' : ` · ${duration(secondsLeft)} left`;
      return (
        `${key}: solving, ${number(chunksDone)} chunks with ${size(bytesDone)} of ${size(bytes)} done · ` +
        `${number(puzzles)} puzzles · ${number(puzzlesPerSecond)}/s${left}`
      );
    }
    case 'assembling':
      return `${key}: assembling, all chunks are solved`;
    default: {
      const { report } = status;
      if (report.status !== 'done') {
        const line = report.status === 'rejected' && report.line !== undefined ? `line ${report.line}: ` : '';
        const again = status.state === 'retrying' ? ' so far, and will be tried again' : '';
        return `${key}: ${report.status}${again}: ${line}${report.reason}`;
      }
      const counts = OUTCOMES.filter(({ key: name }) => report[name] > 0 || name === 'solved');
      const told = counts.map(({ key: name, label }) => `${number(report[name])} ${label}`).join(', ');
      return `${key}: done, ${number(report.puzzles)} puzzles: ${told} · ${duration(report.seconds)}`;
    }
  }
}
