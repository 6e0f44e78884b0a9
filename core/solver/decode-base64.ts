/** The bytes of a kernel, which its module holds as text. Neither Node nor a browser lacks `atob`. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
