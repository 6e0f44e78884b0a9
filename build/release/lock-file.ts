/** What package-lock.json says of one package. */
interface LockedPackage {
  readonly link?: boolean;
  /** comes within the package above it, under the hash of that */
  readonly inBundle?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly integrity?: string;
  readonly resolved?: string;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Packages that npm would fetch without a hash to hold them to. */
export function unverified({ packages }: LockFile): string[] {
  return Object.entries(packages)
    .filter(([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle)
    .filter(([, { integrity }]) => integrity === undefined)
    .map(([path]) => path);
}
