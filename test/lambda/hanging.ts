import type { ByteRange, Cloud, ObjectRef } from '../../lambda/aws/cloud.ts';
import type { Alarm } from '../../lambda/invocation/time.ts';

/** An alarm that rings when the test calls `ring`. */
export function alarmByHand(): { alarm: Alarm; ring: () => void } {
  const set = new Set<() => void>();
  return {
    alarm: (_at, ring) => {
      set.add(ring);
      return () => void set.delete(ring);
    },
    ring: () => {
      for (const ring of set) ring();
    },
  };
}

interface Hanging {
  /** Whether this read hangs. */
  readonly when: (ref: ObjectRef, range?: ByteRange) => boolean;
  /** Bytes that arrive before it hangs. */
  readonly after: number;
  /** Called while it hangs. */
  readonly onHang: () => void;
}

/** A cloud in which some bodies never end, and ignore abort signals. */
export function hanging(cloud: Cloud, { when, after, onHang }: Hanging): Cloud {
  return {
    ...cloud,
    readObject: async (ref, range, signal) => {
      const open = await cloud.readObject(ref, range, signal);
      if (!when(ref, range)) return open;
      async function* body() {
        let left = after;
        for await (const piece of open.body) {
          if (piece.length >= left) {
            yield piece.subarray(0, left);
            break;
          }
          left -= piece.length;
          yield piece;
        }
        setImmediate(onHang);
        await new Promise(() => {});
      }
      return { ...open, body: body() };
    },
  };
}
