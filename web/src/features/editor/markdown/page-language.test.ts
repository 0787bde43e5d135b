import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import type { Tree } from '@lezer/common';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptBlocks } from '../../../../../markdown/src/grammar/kept-blocks.ts';
import { findCodeParser } from './code-languages.ts';
import { keepBlocks, pageLanguage } from './page-language.ts';

keepBlocks(keptBlocks);

function blocks(text: string): string[] {
  const names: string[] = [];
  for (let node = pageLanguage.parser.parse(text).topNode.firstChild; node; node = node.nextSibling)
    names.push(`${node.name} ${node.from}-${node.to}`);
  return names;
}

test('front matter is read at the top of a page, and nowhere else', () => {
  expect(blocks('---\ntitle: A\n---\n# B')).toEqual(['FrontMatter 0-16', 'ATXHeading1 17-20']);
  expect(blocks('a\n\n---\n\nb')).toEqual(['Paragraph 0-1', 'HorizontalRule 3-6', 'Paragraph 8-9']);
});

test('front matter of a template has an empty line at its end', () => {
  expect(blocks('---\ntitle: A\n\n---\n# B')).toEqual(['FrontMatter 0-17', 'ATXHeading1 18-21']);
});

test.each([
  ['<br />\n# a\n\nb', ['HTMLBlock 0-10', 'Paragraph 12-13']],
  ['<a xlink:href="b">\na', ['HTMLBlock 0-20']],
  ['> <x-y a/>\n> b\n\nc', ['Blockquote 0-14', 'Paragraph 16-17']],
  ['a\n<br/>\nb', ['Paragraph 0-9']],
  ['<br/> a', ['Paragraph 0-7']],
])('a tag on a line of its own begins HTML up to an empty line: %j', (text, expected) => {
  expect(blocks(text)).toEqual(expected);
});

test('a host needs no dot', () => {
  expect(pageLanguage.parser.parse('(http://localhost:3000/a).').toString()).toContain('URL');
});

test('a rule at the top swallows no text', () => {
  expect(blocks('---\n\ntext')).toEqual(['HorizontalRule 0-3', 'Paragraph 5-9']);
  expect(blocks('---\ntitle: never closed\n\ntext').at(-1)).toContain('Paragraph');
});

test('marks beyond GitHub’s are text', () => {
  const tree = pageLanguage.parser.parse('H~2~O and x^2^ :smile:').toString();
  expect(tree).not.toMatch(/Subscript|Superscript|Emoji/);
});

test('code is read as its language from the moment its fence is typed', async () => {
  await findCodeParser('js');
  const before = EditorState.create({ doc: 'Text\n\nlet a\n', extensions: pageLanguage });
  const { state } = before.update({ changes: { from: 6, insert: '```js\n' } });
  const { length } = 'Text\n\n```js\n';
  expect(ensureSyntaxTree(state, state.doc.length, 5000)?.resolveInner(length, 1).name).toBe('let');
});

test('a page that is written is read as one that is opened, whatever its first lines become', () => {
  const piece = fc.constantFrom(...['---', '\n', 'a: b', '# c', 'd', '\n\n', '- e', '...', ' ']);
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const edits = fc.array(fc.tuple(fc.nat(40), fc.nat(6), text), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(text, edits, (start, changes) => {
      let state = EditorState.create({ doc: `---\n${start}`, extensions: pageLanguage });
      for (const [place, length, insert] of changes) {
        const from = Math.min(place, state.doc.length);
        const to = Math.min(from + length, state.doc.length);
        ensureSyntaxTree(state, state.doc.length, 5000);
        state = state.update({}).state.update({ changes: { from, to, insert } }).state;
      }
      const doc = state.doc.toString();
      const read = ensureSyntaxTree(state, state.doc.length, 5000)?.toString();
      expect(read, JSON.stringify(doc)).toBe(pageLanguage.parser.parse(doc).toString());
    }),
    { numRuns: 3000 },
  );
});

// Each kind of block, those that go on after an empty line, and those that swallow others until they are closed.
const BLOCKS = [
  ...[
    'A text',
    'A text\nof two lines',
    '# Heading',
    'Heading\n===',
    '- one\n- two\n  - three',
    '1. one\n\n   two',
  ],
  ...[
    '> quote',
    '> [!NOTE]\n> callout',
    '```js\nlet a = 1;\n```',
    '    indented',
    '| a | b |\n| - | - |\n| 1 | 2 |',
  ],
  ...[
    '$$\nx\n$$',
    '$$\n\n$$',
    '> $$\n>\n> x',
    '<details>\n<summary>T</summary>\n\nText\n\n</details>',
    '[^1]: note\n\n    more',
    '---',
    '  text',
  ],
  ...['- [ ] task', '* other', '[a]: https://example.org', '![](files/a)', '[[page]]', '<!-- remark', '-->'],
];
const PIECES = [
  '\n',
  '%%',
  '%%\n',
  '\n\n',
  '```',
  '> ',
  '- ',
  '    ',
  '  ',
  '$$',
  '\n\n$$\n',
  '<!--',
  '-->',
  '---',
  '| - |',
  'a',
  '\n\n```\n',
  '1. ',
];

test('a long page that is written is read as one that is opened, wherever it is written in', () => {
  const block = fc.constantFrom(...BLOCKS);
  const page = fc.array(fc.tuple(block, fc.constantFrom('\n\n', '\n\n', '\n', '\n\n\n')), {
    minLength: 20,
    maxLength: 120,
  });
  const insert = fc.array(fc.oneof(fc.constantFrom(...PIECES), block), { maxLength: 3 });
  const edit = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom(0, 0, 1, 3, 40, 600),
    insert,
  );
  fc.assert(
    fc.property(page, fc.array(edit, { minLength: 1, maxLength: 8 }), (pieces, edits) => {
      let state = EditorState.create({ doc: pieces.flat().join(''), extensions: pageLanguage });
      for (const [place, length, inserted] of edits) {
        ensureSyntaxTree(state, state.doc.length, 5000);
        const { length: end } = state.doc;
        const from = Math.floor(place * end);
        const changes = { from, to: Math.min(from + length, end), insert: inserted.join('') };
        state = state.update({}).state.update({ changes }).state;
        const doc = state.doc.toString();
        const tree = ensureSyntaxTree(state, state.doc.length, 5000);
        expect(tree && shown(tree), JSON.stringify(doc)).toEqual(shown(pageLanguage.parser.parse(doc)));
      }
    }),
    { numRuns: 100 },
  );
});

test('a formula that has no line yet is one as soon as its end is written, and words where it has none', () => {
  expect(blocks('$$\n\n$$')).toEqual(['FormulaBlock 0-6']);
  expect(blocks('$$\na\n\n$$\n\nb')).toEqual(['FormulaBlock 0-8', 'Paragraph 10-11']);
  expect(blocks('> $$\n>\n> $$')).toEqual(['Blockquote 0-11']);
  expect(blocks('- $$\n  \n  $$\n- b')).toEqual(['BulletList 0-16']);
  expect(blocks('$$\n\na\n$$')).toEqual(['Paragraph 0-2', 'Paragraph 4-5', 'Paragraph 6-8']);
  expect(blocks('- $$\n\n$$')).toEqual(['BulletList 0-4', 'Paragraph 6-8']);
  for (const [doc, at] of [
    ['a\n\n$$\n\n\nb', 7],
    ['a\n\n> $$\n>\n> \n\nb', 12],
    ['a\n\n- $$\n  \n  \n\nb', 13],
  ] as const) {
    const before = EditorState.create({ doc, extensions: pageLanguage });
    ensureSyntaxTree(before, doc.length, 5000);
    const { state } = before.update({}).state.update({ changes: { from: at, insert: '$$' } });
    const tree = ensureSyntaxTree(state, state.doc.length, 5000);
    expect(tree && shown(tree)).toEqual(shown(pageLanguage.parser.parse(state.doc.toString())));
    expect(tree?.toString()).toContain('FormulaBlock');
  }
});

function shown(tree: Tree): string[] {
  const nodes: string[] = [];
  tree.iterate({ enter: ({ name, from, to }) => void nodes.push(`${name} ${from}-${to}`) });
  return nodes;
}
