// Tables of the search for a pattern: what orders of rows and columns make of rows and boxes.
import { SHARED_END, source } from './layout';

/**
 * u32 by order of rows and pattern of a box (bit 3r + c: a given in row r, column c): the lowest box that orders of columns
 * give, as bits 18-20, 9-11 and 0-2 for its rows so that boxes side by side make a band, shifted left by 6; and, as six bits,
 * the orders that give it.
 */
export const BOX: u32 = SHARED_END;
/** u16 by pattern of a row in a box and set of column orders: the lowest row that they give, and as six bits those that give it */
export const ROW: u32 = BOX + 4 * 6 * 512;
/** u16 by pattern of a box: the transposed box */
export const TRANSPOSED: u32 = ROW + 2 * 8 * 64;
/** u8 by set of empty ones of three: the set of orders in which these ascend */
export const ASCENDING: u32 = TRANSPOSED + 2 * 512;
export const TABLES_END: u32 = ASCENDING + 8;

makeTables();

/** A row of three cells, the first in the lowest bit, in an order of its columns: the first then is in the highest bit. */
function reorder(bits: u32, order: u32): u32 {
  return (
    (((bits >> source(order, 0)) & 1) << 2) |
    (((bits >> source(order, 1)) & 1) << 1) |
    ((bits >> source(order, 2)) & 1)
  );
}

/** Computes the tables. The module does so when it starts. */
function makeTables(): void {
  for (let bits: u32 = 0; bits < 8; bits++) {
    for (let orders: u32 = 1; orders < 64; orders++) {
      let lowest: u32 = 8;
      let lowestOrders: u32 = 0;
      for (let left = orders; left !== 0; left &= left - 1) {
        const row = reorder(bits, ctz(left));
        if (row < lowest) lowestOrders = 0;
        if (row <= lowest) lowestOrders |= 1 << ctz(left);
        lowest = min(row, lowest);
      }
      store<u16>(ROW + 2 * ((bits << 6) | orders), ((lowest << 6) | lowestOrders) as u16);
    }
  }
  for (let box: u32 = 0; box < 512; box++) {
    for (let order: u32 = 0; order < 6; order++) {
      // each row in turn restricts the orders of columns
      let orders: u32 = 63;
      let lowest: u32 = 0;
      for (let row: u32 = 0; row < 3; row++) {
        const bits = (box >> (3 * source(order, row))) & 7;
        const entry: u32 = load<u16>(ROW + 2 * ((bits << 6) | orders));
        lowest = (lowest << 9) | (entry >> 6);
        orders = entry & 63;
      }
      store<u32>(BOX + 4 * (512 * order + box), (lowest << 6) | orders);
    }
    let transposed: u32 = 0;
    for (let i: u32 = 0; i < 9; i++) transposed |= ((box >> i) & 1) << (3 * (i % 3) + i / 3);
    store<u16>(TRANSPOSED + 2 * box, transposed as u16);
  }
  for (let empty: u32 = 0; empty < 8; empty++) {
    let orders: u32 = 0;
    for (let order: u32 = 0; order < 6; order++) {
      let last: u32 = 0;
      let isAscending = true;
      for (let place: u32 = 0; place < 3; place++) {
        const from = source(order, place);
        if (((empty >> from) & 1) === 0) continue;
        if (from < last) isAscending = false;
        last = from;
      }
      if (isAscending) orders |= 1 << order;
    }
    store<u8>(ASCENDING + empty, orders as u8);
  }
}
