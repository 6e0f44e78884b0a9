/** Addresses of blobs that import a script, by its address. They last as long as the page. */
const blobs = new Map<string, string>();

/**
 * Starts a worker that the policy of the page binds. A worker from a URL of the site obeys only the headers that came with its
 * script, and servers of plain files send none; a worker from a blob inherits the policy of the page that made it.
 * @param script address of a module
 */
export function startWorker(script: string): Worker {
  const { href } = new URL(script, location.href);
  let blob = blobs.get(href);
  if (blob === undefined) {
    blob = URL.createObjectURL(new Blob([importing(href)], { type: 'text/javascript' }));
    blobs.set(href, blob);
  }
  return new Worker(blob, { type: 'module' });
}

/**
 * A script that imports another one. For policies, a static import is a worker of its own, and would have to be allowed as such.
 * Messages that arrive before the script listens are kept for it.
 */
const importing = (href: string): string => `
  const early = [];
  const keep = (event) => early.push(event.data);
  addEventListener('message', keep);
  import(${JSON.stringify(href)}).then(
    () => {
      removeEventListener('message', keep);
      for (const data of early) dispatchEvent(new MessageEvent('message', { data }));
    },
    // an error that nobody handles arrives at the page
    (error) => setTimeout(() => { throw error; }),
  );`;
