/** The bytes of a kernel, which its module holds as text. Neither Node nor a browser lacks `atob`. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  // a loop, as a call for each byte takes several times as long
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
