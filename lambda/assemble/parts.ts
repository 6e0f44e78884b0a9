/** A byte range of an object that is `objectBytes` long. */
export interface Slice {
  readonly key: string;
  readonly objectBytes: number;
  readonly from: number;
  readonly to: number;
}

/** One part of a multipart upload: copied inside S3, or joined from several slices by the function. */
export type PartPlan = { readonly copy: Slice } | { readonly join: readonly Slice[] };

/** S3's minimum size of a part, except the last one; an object must exceed it for a range of it to be copied. */
export const MIN_PART = 5 * 1024 * 1024;
/** S3's maximum number of parts */
const MAX_PARTS = 10_000;

/**
 * Plans the parts that join the slices to one object: few enough, each large enough, with as much as possible copied inside S3.
 * Smaller slices are joined, and a join takes the bytes that it lacks from the start of the next slice. The minimum size is
 * S3's own; it is raised only if there would be too many parts.
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
      // enough to complete the join, or all of it if the rest would be too small for a part
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

export const bytesOf = (part: PartPlan): number =>
  ('copy' in part ? [part.copy] : part.join).reduce((sum, slice) => sum + length(slice), 0);

export const length = ({ from, to }: Pick<Slice, 'from' | 'to'>): number => to - from;

/** An entire object can be copied at any size, a range only from an object larger than {@link MIN_PART}. */
export const isEntireObject = ({ from, to, objectBytes }: Slice): boolean => from === 0 && to === objectBytes;
