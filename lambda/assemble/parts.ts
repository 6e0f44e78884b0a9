/** Bytes `from` to, and without, `to` of an object that is `objectBytes` long. */
export interface Slice {
  readonly key: string;
  readonly objectBytes: number;
  readonly from: number;
  readonly to: number;
}

/** One part of a multipart upload: copied inside S3, or joined from several slices by us. */
export type PartPlan = { readonly copy: Slice } | { readonly join: readonly Slice[] };

/** S3's least size of a part, the last one excepted; also what an object must exceed for a range of it to be copied. */
export const MIN_PART = 5 * 1024 * 1024;
/** S3's greatest number of parts */
const MAX_PARTS = 10_000;

/**
 * Parts that make the slices' bytes one object: few enough, each large enough, as much as possible copied inside S3. Slices
 * under the least size are joined, and what a join lacks is taken from the front of the slice after it. The least size is
 * S3's own; it is raised only if that would make too many parts.
 */
export function planParts(slices: readonly Slice[]): PartPlan[] {
  for (let least = MIN_PART; ; least *= 2) {
    const parts = partsOf(slices, least);
    if (parts.length <= MAX_PARTS) return parts;
  }
}

function partsOf(slices: readonly Slice[], least: number): PartPlan[] {
  const parts: PartPlan[] = [];
  let joined: Slice[] = [];
  let joinedBytes = 0;
  const flush = () => {
    if (joinedBytes > 0) parts.push({ join: joined });
    joined = [];
    joinedBytes = 0;
  };
  for (let slice of slices) {
    if (joinedBytes > 0 && length(slice) >= least) {
      // enough to end the join, all of it if too little would be left for a part
      const lacking = least - joinedBytes;
      const cut = length(slice) - lacking >= least ? slice.from + lacking : slice.to;
      joined.push({ ...slice, to: cut });
      joinedBytes = least;
      flush();
      slice = { ...slice, from: cut };
    }
    if (length(slice) >= least) {
      parts.push({ copy: slice });
    } else if (length(slice) > 0) {
      joined.push(slice);
      joinedBytes += length(slice);
      if (joinedBytes >= least) flush();
    }
  }
  flush();
  return parts;
}

/** Bytes of a part. */
export const partBytes = (part: PartPlan): number =>
  ('copy' in part ? [part.copy] : part.join).reduce((sum, slice) => sum + length(slice), 0);

export const length = ({ from, to }: Pick<Slice, 'from' | 'to'>): number => to - from;

/** A whole object may be copied at any size, a range only of a larger one than {@link MIN_PART}. */
export const isWhole = ({ from, to, objectBytes }: Slice): boolean => from === 0 && to === objectBytes;
