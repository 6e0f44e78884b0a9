import { S3Error } from '../s3/error.ts';
import { allows, type Permission, type Statement } from './statement.ts';

/** Lets callers do what their roles allow, and remembers what they did. */
export class Guard {
  readonly #roles: ReadonlyMap<string, readonly Statement[]>;
  readonly #used = new Map<string, Permission>();

  /** @param roles by access key; whoever is not among them owns the account and may do everything */
  constructor(roles: ReadonlyMap<string, readonly Statement[]>) {
    this.#roles = roles;
  }

  /** Whether a caller has a role, and so may not do everything. */
  holds(caller: string | undefined): boolean {
    return caller !== undefined && this.#roles.has(caller);
  }

  /** @throws S3Error AccessDenied */
  check(caller: string | undefined, permissions: readonly Permission[]): void {
    const statements = caller === undefined ? undefined : this.#roles.get(caller);
    if (statements === undefined) return;
    for (const permission of permissions) {
      const { action, resource } = permission;
      if (!allows(statements, permission)) {
        throw new S3Error(
          403,
          'AccessDenied',
          `${caller} is not authorized to perform: ${action} on resource: ${resource}`,
        );
      }
      this.#used.set(`${action} ${resource}`, permission);
    }
  }

  /** Everything that callers with a role needed and had. */
  get used(): Permission[] {
    return [...this.#used.values()];
  }
}
