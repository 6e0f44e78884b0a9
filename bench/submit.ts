// npm run bench:submit -- --files N --megabytes M --objects N
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Command } from 'commander';
import pMap from 'p-map';
import { LocalCloud } from '../local/cloud.ts';
import { readAssembly, synthesizedAssembly } from '../local/template/assembly.ts';

interface Options {
  readonly files: string;
  readonly megabytes: string;
  readonly objects: string;
}

const { files, megabytes, objects } = new Command()
  .description(
    'Requests that commands make of a stack; sudoku submit is killed in the middle, and started again.',
  )
  .option('--files <n>', 'small files to submit', '1000')
  .option('--megabytes <n>', 'of the large file among them', '200')
  .option('--objects <n>', 'to backfill', '2000')
  .parse()
  .opts<Options>();

const SCRIPT = fileURLToPath(new URL('../bin/sudoku.js', import.meta.url));
const LINE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n';
const COMMANDS = 'user';

const cloud = await LocalCloud.start(readAssembly(await synthesizedAssembly()));
const directory = mkdtempSync(join(tmpdir(), 'sudoku-submit-'));
try {
  await killed(Number(files), Number(megabytes) * 1e6);
  await looks();
  await backfilled(Number(objects));
} finally {
  await cloud.close();
  rmSync(directory, { recursive: true });
}

/** Submits, kills the command when half of it is sent, and starts it again. */
async function killed(count: number, bytes: number): Promise<void> {
  mkdirSync(join(directory, 'all'));
  const name = (i: number) => join(directory, 'all', `${String(i).padStart(5, '0')}.txt`);
  for (let i = 0; i < count; i++) writeFileSync(name(i), LINE);
  // in the middle of the others, so that the kill meets both
  const large = join(directory, 'all', `${String(count / 2).padStart(5, '0')}-large.txt`);
  const lines = Math.floor(bytes / LINE.length);
  writeFileSync(large, LINE.repeat(lines));
  const args = ['submit', 'all', '--quiet'];
  const first = started(args);
  const parts = Math.ceil(statSync(large).size / (8 * 2 ** 20));
  while ((cloud.requests.of(COMMANDS).UploadPart ?? 0) < parts / 2) await setTimeout(5);
  first.child.kill('SIGKILL');
  await first.ended;
  tell('submit, until it was killed', COMMANDS);
  const code = await started(args).ended;
  tell(`submit, again: exit code ${code}`, COMMANDS);
  const results = await pMap(
    Array.from({ length: count }, (_, i) => name(i)),
    (path) => statSync(path.replace('/all/', '/out/')).size,
  );
  const whole = results.every((size) => size === LINE.length);
  const large2 = statSync(large.replace('/all/', '/out/')).size;
  console.log(
    `${count} small results ${whole ? 'whole' : 'DAMAGED'}, the large one has ${large2} of ${statSync(large).size} bytes; it has ${parts} parts\n`,
  );
  await started(args).ended;
  tell('submit, of what is done', COMMANDS);
}

async function looks(): Promise<void> {
  await started(['status']).ended;
  tell('status', COMMANDS);
  await started(['status', '00000.txt']).ended;
  tell('status of a key', COMMANDS);
  await started(['watch', '--since', '60', '--no-follow']).ended;
  tell('watch, one look', COMMANDS);
  await started(['redrive', '--dry-run']).ended;
  tell('redrive, nothing there', COMMANDS);
}

/** Objects of a bucket that the function may not read: what becomes of them is not what is measured. */
async function backfilled(count: number): Promise<void> {
  await cloud.s3.send(new CreateBucketCommand({ Bucket: 'backlog' }));
  const put = (i: number) =>
    cloud.s3.send(
      new PutObjectCommand({ Bucket: 'backlog', Key: `${String(i).padStart(7, '0')}.txt`, Body: LINE }),
    );
  await pMap(Array(count).keys(), put, { concurrency: 32 });
  await started(['backfill', 's3://backlog/']).ended;
  tell(`backfill of ${count} objects`, COMMANDS);
}

function started(args: readonly string[]) {
  const child = spawn(process.execPath, [SCRIPT, ...args, '--endpoint-url', cloud.endpoint], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      AWS_ACCESS_KEY_ID: COMMANDS,
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_REGION: 'us-east-1',
    },
  });
  return { child, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) };
}

/** Prints what was asked since the last time. */
function tell(what: string, caller: string): void {
  const counts = Object.entries(cloud.requests.of(caller)).map(([name, count]) => `${name} ${count}`);
  console.log(`${what}: ${counts.join(', ')}`);
  cloud.requests.reset();
}
