import { describe, expect, test } from 'vitest';
import {
  metadataOf,
  optionFlags,
  optionPairs,
  optionRows,
  optionsInMetadata,
  optionText,
  parseOptions,
} from '../../../core/options/option-text.ts';
import {
  DEFAULT_OPTIONS,
  OPTIONS,
  type OptionEntry,
  type OptionTable,
  oneOf,
} from '../../../core/options/options.ts';

const entries: [string, OptionEntry][] = Object.entries(OPTIONS);

describe.each(entries)('%s', (name, entry) => {
  test('has either a default or a description of what applies otherwise', () => {
    expect(('default' in entry ? 1 : 0) + ('fallback' in entry ? 1 : 0)).toBe(1);
    expect(entry.help).toMatch(/^[^\s.][^|\n]*[^\s.]$/);
  });

  test.runIf('default' in entry)('accepts its default as text', () => {
    expect(entry.kind.parse(optionText(entry.default, entry)!)).toEqual(entry.default);
    expect((DEFAULT_OPTIONS as Record<string, unknown>)[name]).toEqual(entry.default);
  });

  test('names each of its values in its help', () => {
    const message = (() => {
      try {
        return String(entry.kind.parse('?'));
      } catch (error) {
        return (error as Error).message;
      }
    })();
    const values = entry.kind.placeholder === 'name' ? message.split(/, | or /) : [];
    for (const value of values) expect(entry.help).toContain(`\`${value}\``);
  });
});

describe('a new option is one entry', () => {
  const colours: OptionTable = {
    ...OPTIONS,
    colour: {
      kind: oneOf('red', 'green'),
      help: '`red`, or [`green`](#greens)',
      default: 'red',
      places: ['file', 'metadata', 'flag', 'stack'],
    },
  };

  test.each(['file', 'metadata', 'flag', 'stack'] as const)('is accepted in its places: %s', (place) => {
    expect(parseOptions([['colour', 'green']], place, colours)).toEqual({ colour: 'green' });
    expect(() => parseOptions([['colour', 'blue']], place, colours)).toThrow(
      /colour: expected red or green, got "blue"$/,
    );
  });

  test('is carried by metadata', () => {
    const metadata = metadataOf({ colour: 'green' } as object, colours);
    expect(metadata).toEqual({ 'sudoku-colour': 'green' });
    expect(optionsInMetadata({ ...metadata, other: '1' }, colours)).toEqual({ colour: 'green' });
    expect(() => optionsInMetadata({ 'sudoku-colour': '' }, colours)).toThrow(
      'object metadata x-amz-meta-sudoku-colour: expected red or green, got ""',
    );
  });

  test('is carried by JSON', () => {
    expect(optionPairs({ colour: 'green' }, colours)).toEqual([['colour', 'green']]);
  });

  test('is a flag with its help', () => {
    expect(optionFlags(colours)).toContainEqual({
      name: 'colour',
      usage: '--colour <name>',
      help: 'red, or green',
      values: ['red', 'green'],
      isList: false,
      range: undefined,
      fallback: 'red',
    });
  });

  test('is listed in the manual', () => {
    expect(optionRows('stack', colours)).toContainEqual([
      '`colour`',
      '`red`, or [`green`](#greens)',
      '`red`',
    ]);
  });
});

test('rejects an option in a place where it cannot be set', () => {
  expect(() => parseOptions([['boxes', '2x3']], 'stack')).toThrow(
    'DEFAULT_OPTIONS: expected an option of variant, solutions, limit, output, explain, grade, canonical, minimal, puzzle, budget, got "boxes"',
  );
});
