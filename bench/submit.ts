// npm run bench -- submit --files N --megabytes M --objects N
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

const { files, megabytes, objects } = new Command('submit')
  .description(
    'Counts the AWS requests of submit (killed halfway and restarted), status, watch, redrive and backfill.',
  )
  .option('--files <n>', 'number of small files to submit', '1000')
  .option('--megabytes <n>', 'size of the large file among them', '200')
  .option('--objects <n>', 'number of objects to backfill', '2000')
  .parse()
  .opts<Options>();

const SCRIPT = fileURLToPath(new URL('../bin/sudoku.js', import.meta.url));
const LINE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n';
/** The access key of the commands, by which the local cloud counts their requests. */
const COMMANDS = 'user';

const cloud = await LocalCloud.start(readAssembly(await synthesizedAssembly()));
const directory = mkdtempSync(join(tmpdir(), 'sudoku-submit-'));
try {
  await submitTwice(Number(files), Number(megabytes) * 1e6);
  await inspect();
  await backfill(Number(objects));
} finally {
  await cloud.close();
  rmSync(directory, { recursive: true });
}

/** Submits, kills the command when half of the large file is sent, and submits again. */
async function submitTwice(count: number, bytes: number): Promise<void> {
  mkdirSync(join(directory, 'all'));
  const name = (i: number) => join(directory, 'all', `${String(i).padStart(5, '0')}.txt`);
  for (let i = 0; i < count; i++) writeFileSync(name(i), LINE);
  // in the middle of the others, so that the kill interrupts both kinds
  const large = join(directory, 'all', `${String(count / 2).padStart(5, '0')}-large.txt`);
  const lines = Math.floor(bytes / LINE.length);
  writeFileSync(large, LINE.repeat(lines));
  const args = ['submit', 'all', '--quiet'];
  const first = start(args);
  const parts = Math.ceil(statSync(large).size / (8 * 2 ** 20));
  while ((cloud.requests.of(COMMANDS).UploadPart ?? 0) < parts / 2) await setTimeout(5);
  first.child.kill('SIGKILL');
  await first.ended;
  printRequests('submit, killed');
  const code = await start(args).ended;
  printRequests(`submit, restarted: exit code ${code}`);
  const results = await pMap(
    Array.from({ length: count }, (_, i) => name(i)),
    (path) => statSync(path.replace('/all/', '/out/')).size,
  );
  const areComplete = results.every((size) => size === LINE.length);
  const largeResult = statSync(large.replace('/all/', '/out/')).size;
  console.log(
    `${count} small results ${areComplete ? 'complete' : 'DAMAGED'}, the large one has ${largeResult} of ${statSync(large).size} bytes; it has ${parts} parts\n`,
  );
  await start(args).ended;
  printRequests('submit, of files that are done');
}

async function inspect(): Promise<void> {
  await start(['status']).ended;
  printRequests('status');
  await start(['status', '00000.txt']).ended;
  printRequests('status of a key');
  await start(['watch', '--since', '60', '--no-follow']).ended;
  printRequests('watch, one poll');
  await start(['redrive', '--dry-run']).ended;
  printRequests('redrive, no dead letters');
}

/** Backfills from a bucket that the function may not read: only the command's requests are counted. */
async function backfill(count: number): Promise<void> {
  await cloud.s3.send(new CreateBucketCommand({ Bucket: 'backlog' }));
  const put = (i: number) =>
    cloud.s3.send(
      new PutObjectCommand({ Bucket: 'backlog', Key: `${String(i).padStart(7, '0')}.txt`, Body: LINE }),
    );
  await pMap(Array(count).keys(), put, { concurrency: 32 });
  await start(['backfill', 's3://backlog/']).ended;
  printRequests(`backfill of ${count} objects`);
}

function start(args: readonly string[]) {
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

/** Prints the commands' requests since the last call. */
function printRequests(what: string): void {
  const counts = Object.entries(cloud.requests.of(COMMANDS)).map(([name, count]) => `${name} ${count}`);
  console.log(`${what}: ${counts.join(', ')}`);
  cloud.requests.reset();
}
