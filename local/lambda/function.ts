// A function with one environment for each concurrent invocation; idle environments stay warm.
import { ServiceError } from '../requests/service-error.ts';
import { RawResponse, type ServiceOperation } from '../requests/service-request.ts';
import type { FunctionPlan } from '../template/read-template.ts';
import { type EnvironmentOptions, ExecutionEnvironment, type Invocation } from './environment.ts';

/** Resources that a function has used so far. */
interface Usage {
  /** invocations that have ended */
  invocations: number;
  /** those without a result */
  errors: number;
  /** milliseconds that each initialisation took */
  readonly initDurations: number[];
  /** milliseconds, summed over invocations */
  duration: number;
  /** highest memory of any environment, MiB */
  maxMemory: number;
}

interface FunctionOptions extends EnvironmentOptions {
  /** Called at the start of an invocation; the returned function is called at its end. */
  readonly onInvoke?: ((environment: ExecutionEnvironment, payload: string) => () => void) | undefined;
}

export class LambdaFunction {
  #plan: FunctionPlan;
  readonly usage: Usage = { invocations: 0, errors: 0, initDurations: [], duration: 0, maxMemory: 0 };
  readonly #options: FunctionOptions;
  readonly #idle: ExecutionEnvironment[] = [];
  readonly #all = new Set<ExecutionEnvironment>();
  #closed = false;

  constructor(plan: FunctionPlan, options: FunctionOptions) {
    this.#plan = plan;
    this.#options = options;
  }

  get plan(): FunctionPlan {
    return this.#plan;
  }

  /** Replaces the code and settings, as a deployment does. Invocations in progress end with the earlier ones. */
  deploy(plan: FunctionPlan): void {
    this.#plan = plan;
    for (const environment of this.#idle.splice(0)) this.#discard(environment);
  }

  /** Invokes the function synchronously. @throws Error if no environment can be started */
  async invoke(payload: string): Promise<Invocation> {
    const plan = this.#plan;
    const environment = this.#takeIdle() ?? (await this.#start(plan));
    const done = this.#options.onInvoke?.(environment, payload);
    const invocation = await environment.invoke(payload);
    done?.();
    if (environment.alive && !this.#closed && plan === this.#plan) this.#idle.push(environment);
    else this.#discard(environment);
    this.usage.invocations++;
    if (invocation.payload === undefined) this.usage.errors++;
    this.usage.duration += invocation.duration;
    this.usage.maxMemory = Math.max(this.usage.maxMemory, invocation.maxMemory);
    return invocation;
  }

  /** Number of invocations in progress. */
  get concurrency(): number {
    return this.#all.size - this.#idle.length;
  }

  /** Kills all environments, busy or idle. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((environment) => environment.kill('The local cloud was closed')));
  }

  /** The environment used last that is still alive. */
  #takeIdle(): ExecutionEnvironment | undefined {
    for (;;) {
      const environment = this.#idle.pop();
      if (environment === undefined || environment.alive) return environment;
      this.#all.delete(environment);
    }
  }

  #discard(environment: ExecutionEnvironment): void {
    this.#all.delete(environment);
    if (environment.alive) void environment.kill('Another version was deployed');
  }

  async #start(plan: FunctionPlan): Promise<ExecutionEnvironment> {
    const environment = await ExecutionEnvironment.start(plan, this.#options);
    this.usage.initDurations.push(environment.initDuration);
    this.#all.add(environment);
    if (this.#closed) await environment.kill('The local cloud was closed');
    return environment;
  }
}

/** Largest size of an event, and of a response, in bytes. @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_PAYLOAD = 6 * 1024 * 1024;

/** Lambda's Invoke, synchronous. @see https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
export function invoke(functions: readonly LambdaFunction[]): ServiceOperation {
  return async ({ FunctionName, InvocationType, Payload }) => {
    const target = functions.find(({ plan: { name } }) => name === FunctionName);
    const payload = Payload as Buffer;
    if (target === undefined) {
      throw new ServiceError(404, 'ResourceNotFoundException', `Function not found: ${String(FunctionName)}`);
    }
    if (InvocationType !== 'RequestResponse') {
      throw new ServiceError(
        400,
        'InvalidParameterValueException',
        `The local cloud invokes functions as RequestResponse, not as ${String(InvocationType)}`,
      );
    }
    if (payload.length > MAX_PAYLOAD) {
      const message = `${payload.length} byte payload is too large for the RequestResponse invocation type (limit ${MAX_PAYLOAD} bytes)`;
      throw new ServiceError(413, 'RequestTooLargeException', message);
    }
    const { payload: result, error = '' } = await target.invoke(payload.toString() || '{}');
    if (result === undefined) return failed(errorOf(error));
    if (Buffer.byteLength(result) <= MAX_PAYLOAD) return new RawResponse(result);
    return failed({
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: `Response payload size exceeded maximum allowed payload size (${MAX_PAYLOAD} bytes).`,
    });
  };
}

function failed(error: object): RawResponse {
  return new RawResponse(JSON.stringify(error), { 'x-amz-function-error': 'Unhandled' });
}

/** The handler's own error as the runtime reported it, or Lambda's: `Sandbox.Timedout: Task timed out …`. */
function errorOf(error: string): object {
  try {
    return JSON.parse(error) as object;
  } catch {
    const [, errorType, errorMessage = error] = /^([\w.]+): (.*)$/s.exec(error) ?? [];
    return { errorType, errorMessage };
  }
}
