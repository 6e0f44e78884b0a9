import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from './read.ts';

/** What `cdk synth` writes of one stack. */
export interface Assembly {
  readonly stackName: string;
  readonly template: Template;
  /** Gives the directory of a function's code by the key of its asset. @throws Error if there is none */
  readonly assetDirectory: (key: string) => string;
}

interface Manifest {
  readonly artifacts: Record<
    string,
    {
      readonly type: string;
      readonly properties?: { readonly templateFile?: string; readonly stackName?: string };
    }
  >;
}

interface AssetManifest {
  readonly files: Record<
    string,
    {
      readonly source: { readonly path?: string; readonly packaging?: string };
      readonly destinations: Record<string, { readonly objectKey: string }>;
    }
  >;
}

/** Reads the only stack in a cloud assembly's directory. @throws Error if there is none, or several */
export function readAssembly(directory: string): Assembly {
  const read = <T>(name: string) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as T;
  const { artifacts } = read<Manifest>('manifest.json');
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [stack] = stacks;
  if (stack === undefined || stacks.length > 1) {
    const names = stacks.map(([name]) => name).join(', ') || 'none';
    throw new Error(`${directory} must hold one stack, it has ${names}`);
  }
  const [id, { properties }] = stack;
  const assets = read<AssetManifest>(`${id}.assets.json`);
  return {
    stackName: properties?.stackName ?? id,
    template: read<Template>(properties?.templateFile ?? `${id}.template.json`),
    assetDirectory: (key) => {
      for (const { source, destinations } of Object.values(assets.files)) {
        const isThis = Object.values(destinations).some(({ objectKey }) => objectKey === key);
        if (isThis && source.path !== undefined) return join(directory, source.path);
      }
      throw new Error(`${directory} has no asset ${key}`);
    },
  };
}
