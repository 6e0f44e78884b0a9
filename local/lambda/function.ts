import type { FunctionPlan } from '../template/plan.ts';
import { type EnvironmentOptions, ExecutionEnvironment, type Invocation } from './environment.ts';

/** What a function has used so far. */
export interface Usage {
  /** invocations that have ended */
  invocations: number;
  /** of which without a result */
  errors: number;
  /** milliseconds that each initialisation took */
  readonly initDurations: number[];
  /** milliseconds, summed over invocations */
  duration: number;
  /** highest memory of any environment, MiB */
  maxMemory: number;
}

export interface FunctionOptions extends EnvironmentOptions {
  /** Called as an invocation begins; what it returns is called as it ends. */
  readonly onInvoke?: ((environment: ExecutionEnvironment, payload: string) => () => void) | undefined;
}

/** A function with as many environments as are in use at the same time; idle ones stay warm. */
export class LambdaFunction {
  readonly plan: FunctionPlan;
  readonly usage: Usage = { invocations: 0, errors: 0, initDurations: [], duration: 0, maxMemory: 0 };
  readonly #options: FunctionOptions;
  readonly #idle: ExecutionEnvironment[] = [];
  readonly #all = new Set<ExecutionEnvironment>();
  #closed = false;

  constructor(plan: FunctionPlan, options: FunctionOptions) {
    this.plan = plan;
    this.#options = options;
  }

  /** Invokes the function synchronously. @throws Error if no environment can be started */
  async invoke(payload: string): Promise<Invocation> {
    const environment = this.#takeIdle() ?? (await this.#start());
    const done = this.#options.onInvoke?.(environment, payload);
    const invocation = await environment.invoke(payload);
    done?.();
    if (environment.alive && !this.#closed) this.#idle.push(environment);
    else this.#all.delete(environment);
    this.usage.invocations++;
    if (invocation.payload === undefined) this.usage.errors++;
    this.usage.duration += invocation.duration;
    this.usage.maxMemory = Math.max(this.usage.maxMemory, invocation.maxMemory);
    return invocation;
  }

  /** Invocations that go on at the moment. */
  get atWork(): number {
    return this.#all.size - this.#idle.length;
  }

  /** Kills all environments, at work or not. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((environment) => environment.kill('The local cloud was closed')));
  }

  /** The environment used last: the others may have died in the meantime. */
  #takeIdle(): ExecutionEnvironment | undefined {
    for (;;) {
      const environment = this.#idle.pop();
      if (environment === undefined || environment.alive) return environment;
      this.#all.delete(environment);
    }
  }

  async #start(): Promise<ExecutionEnvironment> {
    const environment = await ExecutionEnvironment.start(this.plan, this.#options);
    this.usage.initDurations.push(environment.initDuration);
    this.#all.add(environment);
    if (this.#closed) await environment.kill('The local cloud was closed');
    return environment;
  }
}
