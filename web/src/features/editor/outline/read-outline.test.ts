import type { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageLanguage } from '../markdown/page-language.ts';
import { parsedState, parsedToItsEnd } from '../markdown/parsed-state.ts';
import { readOutline } from './read-outline.ts';

test('headings are the outermost ones, without their marks, where they stand', () => {
  const text =
    '# One #\n\n> ## Of somebody else\n\n- # Of an item\n\nTwo **and** a half\n---\n\n### [Three](/x)';
  expect(readOutline(parsed(text))).toEqual([
    { level: 1, text: 'One', from: 0 },
    { level: 2, text: 'Two and a half', from: 48 },
    { level: 3, text: 'Three', from: 72 },
  ]);
});

test('a page that was read while it was written has the headings that it has when it is opened', () => {
  const block = fc.constantFrom(
    '# A',
    '## B *c*',
    'Text',
    '> # Q',
    '- item\n',
    'Setext\n---',
    '```js\n# no\n```',
  );
  const blocks = fc.array(block, { minLength: 1, maxLength: 30 }).map((all) => all.join('\n\n'));
  const edit = fc.record({
    from: fc.nat(),
    to: fc.nat(),
    insert: fc.oneof(blocks, fc.constantFrom('', '#', '`')),
  });
  fc.assert(
    fc.property(blocks, fc.array(edit, { maxLength: 5 }), (begun, edits) => {
      let state = parsed(begun);
      for (const { from, to, insert } of edits) {
        readOutline(state);
        const ends = [from, to].map((end) => end % (state.doc.length + 1)).sort((a, b) => a - b);
        state = parsedToItsEnd(
          state.update({ changes: { from: ends[0] ?? 0, to: ends[1] ?? 0, insert } }).state,
        );
        expect(readOutline(state)).toEqual(readOutline(parsed(state.doc.toString())));
      }
    }),
  );
});

function parsed(doc: string): EditorState {
  return parsedState({ doc, extensions: pageLanguage });
}
