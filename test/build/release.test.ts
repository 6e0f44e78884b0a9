import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { versionNotes } from '../../build/release/notes.ts';

const CHANGELOG = `# Changelog

## Unreleased

- later

## [1.1.0] - 2026-11-30

### Added

- something

## 1.0.0

- all

## 0.9.0
`;

describe('the notes of a version', () => {
  test('are its section of the changelog', () => {
    expect(versionNotes(CHANGELOG, '1.1.0')).toBe('### Added\n\n- something');
    expect(versionNotes(CHANGELOG, '1.0.0')).toBe('- all');
  });

  test.each(['2.0.0', '0.9.0', '1.1'])('are none for %s, which has no section or an empty one', (version) => {
    expect(versionNotes(CHANGELOG, version)).toBeUndefined();
  });
});

const WORKFLOWS = new URL('../../.github/workflows/', import.meta.url);

test.each(readdirSync(WORKFLOWS))(
  '%s names the actions that it runs by commit: tags can be moved',
  (name) => {
    const used = readFileSync(new URL(name, WORKFLOWS), 'utf8').match(/uses: .*/g)!;
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  },
);
