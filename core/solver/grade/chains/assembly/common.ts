import { columns, size } from './begin';
import { ASKED, COLUMN, LAST, OFF, REACHED, SEES, VECTOR } from './layout';

/** Where nothing new is reached, with all links: turns the rows about, to what is true (LAST), and what false (OFF), from each source. */
export function finish(): void {
  for (let column = 0; column < columns; column++) {
    memory.fill(LAST + column * COLUMN, 0, size * VECTOR);
    memory.fill(OFF + column * COLUMN, 0, size * VECTOR);
  }
  for (let i = 0; i < size; i++) {
    const byte = LAST + (i >> 7) * COLUMN + ((i & 127) >> 3);
    const bit = 1 << (i & 7);
    for (let column = 0; column < columns; column++) {
      for (let half = 0; half < 2; half++) {
        let rest = load<u64>(REACHED + column * COLUMN + i * VECTOR + half * 8);
        for (; rest !== 0; rest &= rest - 1) {
          const from = (column * 128 + half * 64 + (ctz(rest) as i32)) * VECTOR;
          store<u8>(byte + from, (load<u8>(byte + from) as i32) | bit);
          for (let at = 0; at < columns * COLUMN; at += COLUMN) {
            const row = OFF + at + from;
            v128.store(row, v128.or(v128.load(row), v128.load(SEES + at + i * VECTOR)));
          }
        }
      }
    }
  }
}

/** Once finished: whether something is true, or something false, whichever of the sources in ASKED is true. */
export function haveCommon(count: i32): bool {
  for (let at = 0; at < columns * COLUMN; at += COLUMN) {
    let on = i64x2.splat(-1);
    let off = i64x2.splat(-1);
    for (let k = 0; k < count; k++) {
      const from = at + (load<u16>(ASKED + k * 2) as i32) * VECTOR;
      on = v128.and(on, v128.load(LAST + from));
      off = v128.and(off, v128.load(OFF + from));
    }
    if (v128.any_true(v128.or(on, off))) return true;
  }
  return false;
}
