import { nameProperty } from './names.ts';

/** A resource of a template, its properties resolved. Reading a property takes it; what is left over can be refused. */
export class Resource {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly arn: string;
  readonly #properties: Record<string, unknown>;
  readonly #taken: Set<string>;

  constructor(identity: Pick<Resource, 'id' | 'type' | 'name' | 'arn'>, properties: Record<string, unknown>) {
    this.id = identity.id;
    this.type = identity.type;
    this.name = identity.name;
    this.arn = identity.arn;
    this.#properties = properties;
    this.#taken = new Set([nameProperty(identity.type)]);
  }

  /** Takes a property; without it, the fallback. */
  take(name: string): unknown {
    this.#taken.add(name);
    return this.#properties[name];
  }

  string(name: string, fallback?: string): string {
    const value = this.take(name) ?? fallback;
    if (typeof value === 'string') return value;
    throw this.#error(name, 'a string', value);
  }

  number(name: string, fallback?: number): number {
    const value = Number(this.take(name) ?? fallback);
    if (Number.isFinite(value)) return value;
    throw this.#error(name, 'a number', this.#properties[name]);
  }

  /** An object whose values are of one kind, empty where there is none. */
  map<T>(name: string): Record<string, T> {
    return (this.take(name) ?? {}) as Record<string, T>;
  }

  list<T>(name: string): T[] {
    return (this.take(name) ?? []) as T[];
  }

  /** Says of properties that they make no difference here. */
  ignore(...names: string[]): void {
    for (const name of names) this.#taken.add(name);
  }

  /** Refuses properties that nobody took: the deployed stack would act on them, the local cloud would not. @throws Error */
  refuseOthers(): void {
    const others = Object.keys(this.#properties).filter((name) => !this.#taken.has(name));
    if (others.length === 0) return;
    throw new Error(`The local cloud does not have ${others.join(', ')} of ${this.type} (${this.id})`);
  }

  #error(name: string, expected: string, value: unknown): Error {
    return new Error(
      `${name} of ${this.type} (${this.id}) must be ${expected}, got ${JSON.stringify(value)}`,
    );
  }
}
