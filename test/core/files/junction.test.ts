import { expect, test, vi } from 'vitest';
import { planFile, StreamSolver } from '../../../core/files/index.ts';

const P = '12.434..2.4343.1';

test('a last line is ended although the deadline comes right after it was solved', async () => {
  const bytes = Buffer.from(P);
  const plan = planFile({ head: bytes, complete: true, name: 'a', given: [] });
  const joint = { goesOn: false, isFollowed: true };
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    const session = new StreamSolver(plan, { joint, deadline: 1 });
    let text = '';
    for await (const piece of session.push(bytes)) text += Buffer.from(piece).toString();
    for await (const piece of session.end()) {
      text += Buffer.from(piece).toString();
      now = 2;
    }
    expect(text).toBe('1234341221434321\n');
  } finally {
    clock.mockRestore();
  }
});
