/** Node's Buffer, if this is Node: as a value, since the browsers' build replaces the name by a package of 50 KB. */
const node = (globalThis as { Buffer?: typeof Buffer }).Buffer;

/** The bytes of a kernel, which its module holds as text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  // a loop that runs for the first time takes milliseconds of a start
  if (node) return new Uint8Array(node.from(text, 'base64'));
  // what no browser lacks
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  // a loop, as a call for each byte takes several times as long
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
