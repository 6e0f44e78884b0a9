// Bytes as text, one character each.

export function latin1(bytes: Uint8Array, from: number, to: number): string {
  // for a few bytes, a call of Buffer costs more than they do
  if (to - from <= 12) {
    let text = '';
    for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]!);
    return text;
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
}
