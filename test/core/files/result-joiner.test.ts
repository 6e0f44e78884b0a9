import { expect, test, vi } from 'vitest';
import { openStored, planFile } from '../../../core/files/index.ts';

const P = '12.434..2.4343.1';

test('the last line of a result ends even if the deadline passes right after it was solved', async () => {
  const bytes = Buffer.from(P);
  const plan = planFile({ head: bytes, complete: true, name: 'a', given: [] });
  const joint = { goesOn: false, isFollowed: true };
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    const solver = openStored(plan, { joint, deadline: 1 });
    let text = '';
    for await (const piece of solver.push(bytes)) text += Buffer.from(piece).toString();
    for await (const piece of solver.end()) {
      text += Buffer.from(piece).toString();
      now = 2;
    }
    expect(text).toBe('1234341221434321\n');
  } finally {
    clock.mockRestore();
  }
});
