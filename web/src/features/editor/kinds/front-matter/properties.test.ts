import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Properties,
  type Property,
  readProperties,
} from '../../../../../../markdown/src/kinds/front-matter/properties.ts';
import {
  addItem,
  addProperty,
  type Change,
  removeItem,
  removeProperty,
  rename,
  writeChecked,
  writeValue,
} from './write-properties.ts';

const PAGE = `---
# Of the importer
title:  "A \\"quoted\\" title"  # shown
'an''s key': it's plain # said
tags: [one, "two, three", 'it''s',]
aliases:
- First # of two
  
-   'Second'

count: 12.5
done: false
due: 2026-11-25
at: 2026-11-25T10:00
nothing:
none: ~
url: https://example.org/#a:b
nested:
  deep: true
text: |
  One
  two
anchor: *there
---
`;

const read = (source: string): Properties => {
  const found = readProperties(source);
  if (!found || 'faultLine' in found) throw new Error(`line ${found?.faultLine}`);
  return found;
};

const said = ({ name, kind, values }: Property) => [name, kind, ...values.map(({ text }) => text)];

const property = (source: string, name: string): Property => {
  const found = read(source).properties.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};

const applied = (source: string, change: Change | undefined) =>
  change ? source.slice(0, change.from) + change.insert + source.slice(change.to) : source;

test('front matter is read as properties of their kinds', () => {
  expect(read(PAGE).properties.map(said)).toEqual([
    ['title', 'text', 'A "quoted" title'],
    ["an's key", 'text', "it's plain"],
    ['tags', 'list', 'one', 'two, three', "it's"],
    ['aliases', 'list', 'First', 'Second'],
    ['count', 'number', '12.5'],
    ['done', 'checkbox', 'false'],
    ['due', 'date', '2026-11-25'],
    ['at', 'text', '2026-11-25T10:00'],
    ['nothing', 'empty', ''],
    ['none', 'empty', '~'],
    ['url', 'text', 'https://example.org/#a:b'],
    ['nested', 'other', 'deep: true'],
    ['text', 'other', '|\nOne\ntwo'],
    ['anchor', 'other', '*there'],
  ]);
});

test.each([
  ['---\na: b\nnot yaml\n---', 3],
  ['---\na: "b\n---', 2],
  ['---\na: b\na: c\n---', 3],
  ['---\na: b: c\n---', 2],
  ['---\na:\n\tb: c\n---', 3],
  ['---\n- a\n---', 2],
  ['---\na: @b\n---', 2],
])('%j has a fault, and stays as it is written', (source, faultLine) => {
  expect(readProperties(source)).toEqual({ faultLine });
});

test('each change writes what it is about alone', () => {
  const change = (name: string, make: (one: Property) => Change | undefined) => {
    const after = applied(PAGE, make(property(PAGE, name)));
    const [before, now] = [PAGE.split('\n'), after.split('\n')];
    const kept = before.length - now.length;
    const at = before.findIndex((line, index) => line !== now[index]);
    return kept > 0 ? [at + 1, `-${kept}`] : [at + 1, now[at]];
  };
  const write = (name: string, text: string) =>
    change(name, (one) => one.values[0] && writeValue(one, one.values[0], text));
  expect(write('title', 'B "c"')).toEqual([3, 'title:  "B \\"c\\""  # shown']);
  expect(write("an's key", 'true')).toEqual([4, `'an''s key': "true" # said`]);
  expect(write("an's key", 'a: b')).toEqual([4, `'an''s key': "a: b" # said`]);
  expect(write('nothing', '5')).toEqual([15, 'nothing: 5']);
  expect(write('count', '7')).toEqual([11, 'count: 7']);
  expect(write('due', '')).toEqual([13, 'due: ']);
  expect(change('done', (one) => one.values[0] && writeChecked(one.values[0], true))).toEqual([
    12,
    'done: true',
  ]);
  expect(change('tags', (one) => addItem(one, 'a, b', PAGE))[1]).toBe(
    `tags: [one, "two, three", 'it''s', "a, b",]`,
  );
  expect(change('tags', (one) => removeItem(one, 1, PAGE))[1]).toBe(`tags: [one, 'it''s',]`);
  expect(change('aliases', (one) => addItem(one, 'Third', PAGE))).toEqual([10, '- Third']);
  expect(change('aliases', (one) => removeItem(one, 0, PAGE))).toEqual([7, '-1']);
  expect(change('nested', removeProperty)).toEqual([18, '-2']);
  expect(change('url', (one) => rename(read(PAGE), one, 'a: b'))).toEqual([
    17,
    '"a: b": https://example.org/#a:b',
  ]);
  expect(rename(read(PAGE), property(PAGE, 'url'), 'title')).toBe(undefined);
  expect(applied(PAGE, addProperty(read(PAGE), 'new'))).toBe(PAGE.replace(/---\n$/, 'new:\n---\n'));
});

test('whatever is written is read again, and nothing else changes', () => {
  const words = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      'true',
      '5',
      '2026-01-01',
      'a: b',
      '# c',
      '- d',
      '---',
      '"',
      "'",
      '[x]',
      'a, b',
      '~',
      '\\n',
      'é\n',
    ),
  );
  const which = fc.nat(read(PAGE).properties.length - 1);
  fc.assert(
    fc.property(which, words, fc.nat(3), (index, text, at) => {
      const one = read(PAGE).properties[index];
      const value = one?.values[at % Math.max(1, one.values.length)];
      if (!one || !value || one.kind === 'other') return;
      const after = applied(PAGE, writeValue(one, value, text));
      const now = read(after).properties;
      expect(now.map(({ name }) => name)).toEqual(read(PAGE).properties.map(({ name }) => name));
      expect(after.startsWith(PAGE.slice(0, one.from))).toBe(true);
      expect(after.endsWith(PAGE.slice(one.to))).toBe(true);
      const place = one.values.indexOf(value);
      if (one.kind === 'text' || one.kind === 'list') {
        expect(now[index]?.values[place]?.text).toBe(text);
        expect(now[index]?.kind).toBe(
          text === '' && value.quote === '' && one.style === undefined ? 'empty' : one.kind,
        );
      }
      if (one.kind === 'list') {
        const added = read(applied(PAGE, addItem(one, text, PAGE))).properties[index];
        expect(added?.values.map((item) => item.text)).toEqual([
          ...one.values.map((item) => item.text),
          text,
        ]);
        const left = read(applied(PAGE, removeItem(one, place, PAGE))).properties[index];
        expect(left?.values.map((item) => item.text)).toEqual(
          one.values.filter((item) => item !== value).map((item) => item.text),
        );
      }
    }),
    { numRuns: 2000 },
  );
});
