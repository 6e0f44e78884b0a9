import type { Clients } from './clients.ts';
import type { RemoteFlags } from './flags.ts';

/** Runs what talks to AWS: with clients that are closed afterwards, and errors in words. */
export async function withClients<T>(flags: RemoteFlags, run: (clients: Clients) => Promise<T>): Promise<T> {
  const [{ Clients }, { described }] = await Promise.all([import('./clients.ts'), import('./errors.ts')]);
  const clients = new Clients(flags);
  try {
    return await run(clients);
  } catch (error) {
    throw described(error);
  } finally {
    clients.close();
  }
}
