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
