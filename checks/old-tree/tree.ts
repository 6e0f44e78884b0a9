// A tree as a process that answers questions. A crash or a hang costs one answer: the next question starts another process.

import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer } from './commands.ts';

const WORKER = fileURLToPath(new URL('tree-worker.js', import.meta.url));

/** A process that uses more is replaced. */
const MOST_BYTES = 1.5 * 1024 ** 3;

/** A process loads hundreds of modules. */
const START_MILLISECONDS = 120_000;

export class Tree {
  readonly path: string;
  readonly #milliseconds: number;
  readonly #directory: string;
  #process: ChildProcess | undefined;
  #said = '';

  /** @param seconds that an answer may take */
  constructor(path: string, seconds: number) {
    this.path = path;
    this.#milliseconds = seconds * 1000;
    this.#directory = mkdtempSync(join(tmpdir(), 'sudoku-old-tree-'));
  }

  /** Replaces the file that the next questions are about. */
  give(name: string, bytes: Uint8Array): void {
    mkdirSync(this.#directory, { recursive: true });
    for (const old of readdirSync(this.#directory))
      rmSync(join(this.#directory, old), { recursive: true, force: true });
    writeFileSync(join(this.#directory, name), bytes);
  }

  /** @throws Error if the tree cannot run at all: a worker that cannot start is no answer */
  async ask(args: readonly string[], result?: string): Promise<Answer> {
    this.#process ??= await this.#start();
    const child = this.#process;
    try {
      child.send({ args, result });
      const { answer, bytes } = await this.#message(child, this.#milliseconds);
      if (bytes > MOST_BYTES) this.#stop();
      return answer;
    } catch (error) {
      this.#stop();
      const { message } = error as Error;
      return { exit: message, stdout: '', stderr: message === 'hung' ? '' : this.#said.slice(0, 2000) };
    }
  }

  close(): void {
    this.#stop();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #start(): Promise<ChildProcess> {
    this.#said = '';
    const child = fork(WORKER, [this.path], {
      cwd: this.#directory,
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true, // Ctrl-C is for the comparison alone
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    for (const stream of [child.stdout, child.stderr])
      stream!.on('data', (text: Buffer) => (this.#said = (this.#said + text.toString()).slice(-100_000)));
    child.on('error', () => {}); // it also ends
    await this.#message(child, START_MILLISECONDS).catch((error: Error) => {
      child.kill('SIGKILL');
      throw new Error(
        `${this.path}: expected a tree with its dependencies and built, got ${error.message}\n${this.#said}`,
      );
    });
    return child;
  }

  /** The next message. @throws Error `hung` or `crashed` */
  #message(
    child: ChildProcess,
    milliseconds: number,
  ): Promise<{ readonly answer: Answer; readonly bytes: number }> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        child.off('message', onMessage).off('close', onClose);
        settle();
      };
      const onMessage = (message: unknown) => end(() => resolve(message as never));
      const onClose = () => end(() => reject(new Error('crashed')));
      const timer = setTimeout(() => end(() => reject(new Error('hung'))), milliseconds);
      child.on('message', onMessage).on('close', onClose);
    });
  }

  #stop(): void {
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }
}
