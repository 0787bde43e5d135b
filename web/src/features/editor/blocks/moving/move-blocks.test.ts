import type { EditorState, StateCommand } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { readShownText } from '../../../document/moves/arrangement/moved-text.ts';
import type { TextEdit } from '../../../document/moves/edits/text-changes.ts';
import { writeMove } from '../../../document/moves/writing/write-move.ts';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState, stopClock } from '../../markdown/parsed-state.ts';
import { deleteBlocks, duplicateBlocks } from '../menu/block-commands.ts';
import { blockAt, selectedBlocks } from '../read-blocks.ts';
import { moveTo } from './move-blocks.ts';
import { moveBlocksDown, moveBlocksUp, moveSectionDown, moveSectionUp, moves } from './move-commands.ts';

stopClock();

const CARET = '‸';

/** @param text with ‸ where the caret is, or with two around what is selected */
function stateOf(text: string): EditorState {
  const [before = '', between = '', after] = text.split(CARET);
  const anchor = before.length;
  const head = after === undefined ? anchor : anchor + between.length;
  return parsedState({
    doc: text.replaceAll(CARET, ''),
    selection: { anchor, head },
    extensions: [pageLanguage, moves],
  });
}

function run(state: EditorState, ...commands: StateCommand[]): EditorState {
  let current = state;
  for (const command of commands)
    command({
      state: current,
      dispatch: (step) => {
        current = step.state;
      },
    });
  return current;
}

function shown({ doc, selection: { main } }: EditorState): string {
  const text = doc.toString();
  const end = main.empty ? '' : CARET;
  return `${text.slice(0, main.from)}${CARET}${text.slice(main.from, main.to)}${end}${text.slice(main.to)}`;
}

describe('a block goes past its neighbour', () => {
  test.each([
    ['a paragraph', 'o‸ne\n\ntwo', 'two\n\no‸ne'],
    ['of several lines', 'one\nm‸ore\n\ntwo\n', 'two\n\none\nm‸ore\n'],
    ['space of several lines stays', 'o‸ne\n\n\ntwo\n\nthree', 'two\n\n\no‸ne\n\nthree'],
    ['an item', '- o‸ne\n- two', '- two\n- o‸ne'],
    ['an item with what it has nested', '- o‸ne\n  - deep\n- two', '- two\n- o‸ne\n  - deep'],
    ['a nested item', '- one\n  - d‸eep\n  - more\n- two', '- one\n  - more\n  - d‸eep\n- two'],
    ['a nested item out of its list', '- one\n  - d‸eep\n- two', '- one\n- d‸eep\n- two'],
    ['an item out of its list', '- one\n- t‸wo\n\nText', '- one\n\nText\n\n- t‸wo'],
    ['the last of a list above another', '- o‸ne\n- two\n\n1. three', '- two\n- o‸ne\n\n1. three'],
    ['numbers count on', '1. o‸ne\n2. two\n3. three', '1. two\n2. o‸ne\n3. three'],
    ['what is nested follows a longer number', '9. o‸ne\n10. two\n    - deep', '9. two\n   - deep\n10. o‸ne'],
    ['numbers that do not count stay', '1. o‸ne\n1. two', '1. two\n1. o‸ne'],
    ['a text into a list', 'T‸ext\n\n- one\n- two', '- one\n\nT‸ext\n\n- two'],
    ['a text from above a heading', 'T‸ext\n# Plan\nmore', '# Plan\nT‸ext\n\nmore'],
    ['code as a whole', '```\nco‸de\n\nmore\n```\n\nText', 'Text\n\n```\nco‸de\n\nmore\n```'],
    ['a quote as a whole', '> s‸aid\n> - one\n\nText', 'Text\n\n> s‸aid\n> - one'],
    ['a table', '| a | b |\n| - | - |\n| c‸ | d |\n\nText', 'Text\n\n| a | b |\n| - | - |\n| c‸ | d |'],
    ['a text below a rule', 'm‸ore\n***\nText', '***\nm‸ore\n\nText'],
    ['several that are selected', '‸a\n\nb‸\n\nc\n\nd', 'c\n\n‸a\n\nb‸\n\nd'],
    ['nothing at the end', 'one\n\nt‸wo\n', 'one\n\nt‸wo\n'],
    ['code that nothing ends does not swallow it', 'T‸ext\n\n```\ncode', '```\ncode\n```\n\nT‸ext'],
    ['front matter stays on top', '---\na‸: b\n---\n\nText', '---\na‸: b\n---\n\nText'],
  ])('%s', (_, before, after) => {
    const there = run(stateOf(before), moveBlocksDown);
    expect(shown(there)).toBe(after);
    if (before !== after) expect(shown(run(there, moveBlocksUp))).toBe(before);
  });

  test('and the other way', () => {
    expect(shown(run(stateOf('- one\n- two\n\nTe‸xt'), moveBlocksUp))).toBe('- one\n\nTe‸xt\n\n- two');
    const top = run(stateOf('- one\n- two\n\nTe‸xt'), moveBlocksUp, moveBlocksUp);
    expect(shown(top)).toBe('Te‸xt\n\n- one\n- two');
    expect(shown(run(stateOf('- one\n  - d‸eep'), moveBlocksUp))).toBe('- d‸eep\n- one');
  });

  test('a blank line has no block', () => {
    const state = stateOf('one\n‸\ntwo');
    expect(moveBlocksDown({ state, dispatch: () => undefined })).toBe(false);
  });
});

test.each([
  ['one past the next', '# A‸\na\n\n## B\nb\n\n# C\nc', '# C\nc\n\n# A‸\na\n\n## B\nb'],
  [
    'a small one into the next large one',
    '# A\n\n## B‸\nb\n\n# C\nc\n\n## D',
    '# A\n\n# C\nc\n\n## B‸\nb\n\n## D',
  ],
  ['from any of its lines', '# A\n\n- i‸tem\n\n# C', '# C\n\n# A\n\n- i‸tem'],
])('sections move as a whole: %s', (_, before, after) => {
  const there = run(stateOf(before), moveSectionDown);
  expect(shown(there)).toBe(after);
  expect(shown(run(there, moveSectionUp))).toBe(before);
  // Without the memory of the way there, too.
  expect(shown(run(stateOf(after), moveSectionUp))).toBe(before);
});

describe('a block lands elsewhere', () => {
  const at = (state: EditorState, text: string) => blockAt(state, state.doc.toString().indexOf(text));
  test.each([
    ['below one far away', 'o‸ne\n\ntwo\n\nthree', 'three', 'below', 'two\n\nthree\n\no‸ne'],
    ['above one far away', 'one\n\ntwo\n\nth‸ree', 'one', 'above', 'th‸ree\n\none\n\ntwo'],
    ['under an item', '- one\n- t‸wo\n- three', 'one', 'inside', '- one\n  - t‸wo\n- three'],
    ['among nested ones', '- one\n  - deep\n- t‸wo', 'deep', 'above', '- one\n  - t‸wo\n  - deep'],
    ['from another list', '- a\n\nText\n\n* b‸', 'a', 'inside', '- a\n  * b‸\n\nText'],
    ['with what it has nested', '- a\n- b‸\n  - c\n', 'a', 'inside', '- a\n  - b‸\n    - c\n'],
    ['out of its list', '- a\n  - b‸\n  - c\n\nText', 'Text', 'below', '- a\n  - c\n\nText\n\n- b‸'],
    ['not in itself', '- a‸\n  - b', 'b', 'above', undefined],
    ['not a text among nested items', '- a\n  - b\n\nT‸ext', 'b', 'above', undefined],
    ['not where it is', 'o‸ne\n\ntwo', 'two', 'above', undefined],
  ] as const)('%s', (_, before, text, side, after) => {
    const state = stateOf(before);
    const moved = selectedBlocks(state);
    const block = at(state, text);
    if (!moved || !block) throw new Error('there are blocks');
    const spec = moveTo(state, moved, { block, side });
    expect(spec && shown(state.update(spec).state)).toBe(after);
  });
});

test.each([
  ['duplicates a text', duplicateBlocks, 'o‸ne\n\ntwo', 'one\n\no‸ne\n\ntwo'],
  ['duplicates an item', duplicateBlocks, '1. o‸ne\n2. two', '1. one\n2. o‸ne\n3. two'],
  ['deletes a text', deleteBlocks, 'one\n\nt‸wo\n\nthree', 'one\n\n‸three'],
  ['deletes the last', deleteBlocks, 'one\n\nt‸wo\n', 'one‸\n'],
  ['deletes the only one', deleteBlocks, 'o‸ne', '‸'],
  ['deletes an item, and counts on', deleteBlocks, '1. o‸ne\n2. two', '1. ‸two'],
  ['deletes the first right below a text', deleteBlocks, '- a\n  1. o‸ne\n  2. two', '- a\n‸  1. two'],
  ['deletes what is between two lists', deleteBlocks, '- one\n\nTe‸xt\n\n- two', '- one\n- ‸two'],
])('%s', (_, command, before, after) => {
  const result = shown(run(stateOf(before), command));
  expect(result.replace(/‸((?:- |\d\. ))/, '$1‸')).toBe(after);
});

test('any moves keep every block, and the way back every byte', () => {
  const piece = fc.constantFrom(
    'Text',
    'Two\nlines',
    '# Head',
    'Under\n---',
    '- a\n- b',
    '- a\n  - b\n  - c',
    '1. a\n2. b\n3. c',
    '* a\n\n* b',
    '- [ ] do\n- [x] done',
    '> said\n> more',
    '```js\ncode\n\n# no\n```',
    '| a |\n| - |\n| b |',
    '---',
    '<div>\nx\n</div>',
    '    code',
    '[a]: /b',
  );
  const gaps = fc.constantFrom('\n\n', '\n\n', '\n\n\n', '\n');
  const page = fc.array(fc.tuple(piece, gaps), { minLength: 1, maxLength: 7 });
  const steps = fc.array(fc.constantFrom(moveBlocksUp, moveBlocksDown), { maxLength: 8 });
  fc.assert(
    fc.property(page, fc.nat(), steps, (pieces, place, commands) => {
      const doc = pieces.map(([text, gap], index) => text + (index < pieces.length - 1 ? gap : '')).join('');
      const anchor = place % (doc.length + 1);
      const start = parsedState({ doc, selection: { anchor }, extensions: [pageLanguage, moves] });
      let state = start;
      const back: StateCommand[] = [];
      for (const command of commands) {
        const next = run(state, command);
        if (next === state) continue;
        // Each block is still one: nothing has become part of another.
        expect(linesOf(next)).toEqual(linesOf(state));
        back.unshift(command === moveBlocksUp ? moveBlocksDown : moveBlocksUp);
        state = next;
      }
      expect(run(state, ...back).doc.toString()).toBe(doc);
    }),
    { numRuns: 150 },
  );
});

/** Each written line with the kind of the outermost block around it, in alphabetical order. */
function linesOf(state: EditorState): string[] {
  const lines: string[] = [];
  for (let number = 1; number <= state.doc.lines; number++) {
    const { from, text } = state.doc.line(number);
    const kind = blockAt(state, from)?.name;
    // Code that nothing ends gets an end when something comes below it.
    if (text.trim() !== '' && !(kind === 'FencedCode' && text.trim() === '```'))
      lines.push(`${kind} ${text.trim().replace(/^\d+/, '1')}`);
  }
  return lines.sort();
}

test.each([
  ['a paragraph', 'o‸ne\n\ntwo\n\nthree'],
  ['an item', '- o‸ne\n- two\n- three'],
  ['a text above a longer one', 'two\n\no‸ne, and more of it\n\nthree'],
])('%s comes between no letters of a word that somebody types beside it', (_, page) => {
  for (const mover of [1, 9]) {
    const state = stateOf(page);
    const [here, there] = [new Y.Doc(), new Y.Doc()];
    const [text, other] = [here.getText('content'), there.getText('content')];
    text.insert(0, state.doc.toString());
    Y.applyUpdate(there, Y.encodeStateAsUpdate(here));
    [here.clientID, there.clientID] = [mover, 5];
    moveBlocksDown({
      state,
      dispatch: ({ changes, newDoc }) => {
        const edits: TextEdit[] = [];
        changes.iterChanges((from, to, _fromB, _toB, inserted) =>
          edits.push({ from, to, insert: inserted.toString() }),
        );
        here.transact(() => writeMove(text, edits, newDoc.toString()));
      },
    });
    const end = state.doc.toString().indexOf('three') - (page.startsWith('-') ? 3 : 2);
    other.insert(end, 'more');
    Y.applyUpdate(here, Y.encodeStateAsUpdate(there));
    expect(readShownText(text)).toMatch(/twomore|itmore/);
  }
});
