/** A key as 64 bits: two numbers of 32. */
export type Fingerprint = readonly [high: number, low: number];

/** 64 bits of bytes, by which they are told apart: two rounds of MurmurHash3's mixing with different starts. */
export function fingerprint(bytes: Uint8Array): Fingerprint {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let i = 0; i < bytes.length; i++) {
    high = mix(high ^ bytes[i]!, 0xcc9e2d51, 15);
    low = mix(low ^ bytes[i]!, 0x1b873593, 13);
  }
  return [finish(high ^ low), finish(low)];
}

function mix(value: number, factor: number, turn: number): number {
  const product = Math.imul(value, factor);
  return (Math.imul((product << turn) | (product >>> (32 - turn)), 5) + 0xe6546b64) | 0;
}

function finish(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
