import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { MAX_SIZE } from '../../../core/kernel/constants.ts';
import { KernelPool, kernelFactory, lazy } from '../../../core/kernel/kernel.ts';
import { MAX_SIZE as largestSize } from '../../../core/options/options.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
const CONSTANTS = 'core/kernel/constants.ts';
const SOURCES = await paths('core/**/*.ts', /\/assembly\/|\.generated\.ts$/);
const KERNEL_SOURCES = await paths('core/**/assembly/**/*.ts', /\.generated\.ts$/);
const KERNELS = SOURCES.filter((path) => read(path).includes("'./kernel.generated.ts'")).map(dirname);

test('a lazy value is made when it is first needed, and once', () => {
  const make = vi.fn(() => ({ tables: [] }));
  const value = lazy(make);
  expect(make).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(make).toHaveBeenCalledOnce();
});

describe('a kernel factory', () => {
  /** The smallest module: nothing but the header. */
  const EMPTY = Buffer.from('\0asm\x01\0\0\0');

  test.each([
    ['base64', EMPTY.toString('base64')],
    ['a compiled module', new WebAssembly.Module(EMPTY)],
  ])('makes instances of code in the form of %s', (_, code) => {
    expect(Object.keys(kernelFactory<object>(code)())).toEqual([]);
  });

  test('says what a page and a Cloudflare Worker need if the runtime does not compile the code', () => {
    const instantiate = kernelFactory(btoa('refused'));
    expect(() => instantiate()).toThrow(
      /^expected a runtime that compiles WebAssembly with SIMD, got "WebAssembly\.Module\(\): .*": .* 'wasm-unsafe-eval' in script-src, .* "workerd"$/,
    );
  });
});

describe('a kernel pool', () => {
  const pool = (maxIdle?: number) => {
    let made = 0;
    return new KernelPool(() => ({ number: ++made }), maxIdle);
  };

  test('lends a kernel to one piece of work at a time, and the same one again later', () => {
    const kernels = pool();
    kernels.run((first) => kernels.run((second) => expect(second).not.toBe(first)));
    expect(kernels.run(({ number }) => number)).toBeLessThanOrEqual(2);
  });

  test('keeps as many idle kernels as it may', () => {
    const kernels = pool(1);
    const [first, second] = [kernels.take(), kernels.take()];
    kernels.giveBack(first);
    kernels.giveBack(second);
    expect(kernels.take()).toBe(first);
    expect(kernels.take().number).toBe(3);
  });

  test('does not lend the kernel of a suspended iteration until that is left', () => {
    const kernels = pool();
    const numbers = kernels.iterate(function* ({ number }) {
      yield number;
      yield number;
    });
    expect(numbers.next().value).toBe(1);
    expect(kernels.run(({ number }) => number)).toBe(2);
    numbers.return(undefined);
    const lent = [kernels.take(), kernels.take()].map(({ number }) => number);
    expect(lent).toEqual(expect.arrayContaining([1, 2]));
  });

  test('does not lend a kernel again whose work has thrown', () => {
    const kernels = pool();
    const fail = () => {
      throw new Error('broken');
    };
    expect(() => kernels.run(fail)).toThrow('broken');
    expect(() => kernels.iterate(fail).next()).toThrow('broken');
    expect(kernels.take().number).toBe(3);
  });
});

/** The sources that a source imports. */
function importsOf(path: string): string[] {
  const found = Array.from(read(path).matchAll(/ from '(\.[^']+)'/g), ([, name]) =>
    join(dirname(path), name!),
  );
  return found.filter((other) => SOURCES.includes(other));
}

describe.each(KERNELS)('the kernel of %s', (folder) => {
  const declared = read(`${folder}/kernel.generated.ts`).matchAll(/^ {2}export (?:const|function) (\w+)/gm);
  const names = Array.from(declared, ([, name]) => name!);

  test('exports nothing that TypeScript does not use', () => {
    const own = SOURCES.filter((path) => path.startsWith(`${folder}/`));
    const imported = own.flatMap(importsOf);
    const shared = imported.filter((path) => path.endsWith('kernel.ts')).flatMap(importsOf);
    const uses = [...new Set([...own, ...imported, ...shared])].map(read).join('\n');
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(uses))).toEqual([]);
  });
});

describe('constants', () => {
  const shared = Array.from(
    read(CONSTANTS).matchAll(/^export const (\w+) = ([^;]+);/gm),
    ([, name]) => name!,
  );

  test('that kernels share with TypeScript are numbers with one name each', () => {
    const lines = read(CONSTANTS)
      .split('\n')
      .filter((line) => line !== '' && !/^(\/\/|\/\*\*)/.test(line));
    expect(lines.filter((line) => !/^export const [A-Z][A-Z_]+ = [\d <]+;$/.test(line))).toEqual([]);
    expect(new Set(shared).size).toBe(shared.length);
  });

  test('that kernels share with TypeScript are defined in one place', () => {
    const again = new RegExp(`\\bconst (?:${shared.join('|')})(?:: \\w+)? = (?:\\d|memory)`);
    const places = [...KERNEL_SOURCES, ...SOURCES].filter(
      (path) => path !== CONSTANTS && again.test(read(path)),
    );
    // the lowest layer imports nothing
    expect(places).toEqual(['core/options/limits.ts']);
    expect(MAX_SIZE).toBe(largestSize);
  });

  test('have one value in all kernels', () => {
    const values = new Map<string, Set<string>>();
    for (const path of KERNEL_SOURCES) {
      for (const [, name, value] of read(path).matchAll(
        /^(?:export )?const (\w+)(?:: \w+)? = (-?[\dx][^;]*);/gm,
      )) {
        values.set(name!, (values.get(name!) ?? new Set()).add(value!));
      }
    }
    expect(values.size).toBeGreaterThan(30);
    expect([...values].filter(([, { size }]) => size > 1)).toEqual([]);
  });
});

function read(path: string): string {
  return readFileSync(ROOT + path, 'utf8');
}

async function paths(pattern: string, without: RegExp): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob(pattern, { cwd: ROOT })) if (!without.test(path)) found.push(path);
  return found.sort();
}
