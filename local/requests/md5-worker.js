/**
 * Hashes bodies of requests while they arrive. Plain JavaScript, because stripping types takes longer than starting the thread.
 */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/** hashes of bodies that are arriving, by ID */
const hashes = new Map();

parentPort.on('message', ({ id, bytes, isEnd }) => {
  const hash = hashes.get(id) ?? createHash('md5');
  hash.update(bytes);
  if (!isEnd) return void hashes.set(id, hash);
  hashes.delete(id);
  parentPort.postMessage({ id, digest: hash.digest('hex') });
});
