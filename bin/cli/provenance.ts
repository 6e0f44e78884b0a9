import { arch, availableParallelism, cpus, type } from 'node:os';
import type { Provenance } from '../../core/files/index.ts';
import project from '../../package.json' with { type: 'json' };

/** When, by which version and on what machine a file was processed, as of now. Names no host and no user. */
export function provenance(): Provenance {
  return { date: new Date().toISOString(), version: project.version, machine: machine() };
}

let known: string | undefined;

/** Such as `Linux x64, AMD EPYC 7B13, 8 processors`. Reading the processor's name takes milliseconds, so it is read once. */
function machine(): string {
  if (known !== undefined) return known;
  const processors = availableParallelism();
  const model = cpus()[0]?.model.trim();
  known = [`${type()} ${arch()}`, model, `${processors} processor${processors === 1 ? '' : 's'}`]
    .filter((part) => part && part !== 'unknown')
    .join(', ');
  return known;
}
