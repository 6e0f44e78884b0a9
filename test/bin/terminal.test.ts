import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { SCRIPT } from './command-line.ts';

const PUZZLE = '12.434..2.4343.1';
const CTRL_D = '\x04';

/** What a terminal shows for this input; by util-linux's script, which is part of Debian. */
function typed(args: string, input: string): string {
  const command = `${process.execPath} ${SCRIPT} ${args}`;
  return execFileSync('script', ['-qec', command, '/dev/null'], { input, encoding: 'utf8', stdio: 'pipe' });
}

test.runIf(process.platform === 'linux').each(['solve', 'grade', `check - --against ${SCRIPT}`])(
  'announces that it reads from a terminal: %s',
  (args) => {
    const notice = 'sudoku: reading standard input (end it with Ctrl-D; see --help)';
    const input = `${PUZZLE}\n${CTRL_D}`;
    let shown = '';
    try {
      shown = typed(args, input);
    } catch (error) {
      shown = (error as { stdout: string }).stdout; // 4x4 grids have no rating, and a script is not a puzzle file
    }
    expect(shown).toContain(notice);
    if (args === 'solve') {
      expect(shown).not.toContain('\x1b[1G'); // nothing overwrites what is typed
      expect(shown).toContain('1234341221434321');
      expect(typed('solve -q', input)).not.toContain(notice);
    }
  },
);
