import type { ByteRange } from '../aws/cloud.ts';

/**
 * A chain of adjoining ranges from 0 to `end`, or undefined while there is a gap. Ranges may overlap and repeat (a chunk
 * was solved twice, or cut again): whichever chain is taken, its bytes are the same.
 */
export function findContiguousChain<Item extends { readonly range: ByteRange }>(
  items: readonly Item[],
  end: number,
): Item[] | undefined {
  // from the back: the longest range from each offset that is known to lead to the end
  const next = new Map<number, Item>();
  const leadsToEnd = (offset: number) => offset === end || next.has(offset);
  const backwards = items.toSorted((a, b) => b.range.from - a.range.from || b.range.to - a.range.to);
  for (const item of backwards) {
    const { from, to } = item.range;
    if (to > from && !next.has(from) && leadsToEnd(to)) next.set(from, item);
  }
  const chain: Item[] = [];
  for (let at = 0; at < end; ) {
    const item = next.get(at);
    if (item === undefined) return undefined;
    chain.push(item);
    at = item.range.to;
  }
  return chain;
}
