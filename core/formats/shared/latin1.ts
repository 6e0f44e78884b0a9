// Bytes as text, one character each, as files are recognised.

export function latin1(bytes: Uint8Array, from: number, to: number): string {
  // for a few bytes, a call of Buffer costs more than they do
  if (to - from <= 12) {
    let text = '';
    for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]!);
    return text;
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
}

/** The text that was read one character a byte; a text with other characters was not, and stays. */
export function decodedLatin1(text: string): string {
  return /[\x80-\xff]/.test(text) && !/[^\0-\xff]/.test(text) ? Buffer.from(text, 'latin1').toString() : text;
}
