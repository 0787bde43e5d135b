import { EditorSelection, type EditorState, type StateCommand, type Transaction } from '@codemirror/state';
import { expect, test } from 'vitest';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState, stopClock } from '../../markdown/parsed-state.ts';
import { setFolded, toggleState, togglesOf } from '../../view/toggle-state.ts';
import { keepOutOfMarks, TOGGLE_KEYS } from './toggle-editing.ts';

stopClock();

/** @param text with `|` where the caret is */
function begin(text: string): EditorState {
  const anchor = text.indexOf('|');
  const doc = text.replace('|', '');
  return parsedState({
    doc,
    selection: { anchor },
    extensions: [pageLanguage, toggleState, keepOutOfMarks],
  });
}

function shown(state: EditorState): string {
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
}

/** @returns the text after the key; undefined when the key does what it does elsewhere */
function press(key: string, text: string): string | undefined {
  const state = begin(text);
  const steps: Transaction[] = [];
  const run = TOGGLE_KEYS.find((binding) => binding.key === key)?.run as StateCommand | undefined;
  const isDone = run?.({ state, dispatch: (step) => steps.push(step) });
  expect(steps.length).toBeLessThanOrEqual(1);
  return isDone ? shown(steps[0]?.state ?? state) : undefined;
}

const toggle = (title: string, inside: string) =>
  `<details>\n<summary>${title}</summary>\n\n${inside}\n\n</details>\n\n`;
const bare = '<details>\n<summary>T|</summary>\n</details>';

test.each([
  ['Enter', toggle('Ti|tle', 'text'), toggle('Title', '|\n\ntext')],
  ['Enter', toggle('Title|', ''), toggle('Title', '|')],
  ['Enter', bare, '<details>\n<summary>T</summary>\n\n|\n\n</details>'],
  ['Backspace', toggle('|Title', 'text'), '|Title\n\ntext\n\n\n'],
  ['Backspace', toggle('|1. *A* &lt;b>', ''), '|1\\. \\*A\\* \\<b\\>\n\n\n\n\n'],
  ['Backspace', toggle('Title', '|text'), toggle('Title|', 'text')],
  ['Backspace', `${toggle('Title', 'text')}|after`, `${toggle('Title', 'text|')}after`],
  ['Delete', toggle('Title|', 'text'), toggle('Title|', 'text')],
  ['Delete', toggle('Title', 'text|'), toggle('Title', 'text|')],
  ['Backspace', toggle('Ti|tle', 'text'), undefined],
  ['Backspace', toggle('Title', 'te|xt'), undefined],
  ['Enter', toggle('Title', 'te|xt'), undefined],
])('%s in %j', (key, before, after) => {
  expect(press(key, before)).toBe(after);
});

test('Enter on an empty last line goes on behind the toggle', () => {
  expect(press('Enter', `${toggle('T', 'text\n\n|')}after`)).toBe(
    `${toggle('T', 'text').replace(/\n\n$/, '')}\n\n|\n\nafter`,
  );
});

function moved(text: string, to: string): string {
  const state = begin(text);
  return shown(state.update({ selection: { anchor: to.indexOf('|') } }).state);
}

test('the caret stays out of the marks, and goes past them', () => {
  const text = `above\n\n${toggle('T', 'in')}below`;
  const at = (place: string) => text.replace(place.replace('|', ''), place);
  expect(moved(at('above|'), at('|<details>'))).toBe(at('|T'));
  expect(moved(at('|T'), at('<summary|>'))).toBe(at('above\n|'));
  expect(moved(at('T|<'), at('T<|'))).toBe(at('|in\n'));
  expect(moved(at('|in\n'), at('</summary>\n|'))).toBe(at('T|<'));
  expect(moved(at('in|\n'), at('\n|\n</details>'))).toBe(at('|below'));
  expect(moved(at('|below'), at('</details>\n|'))).toBe(at('in|\n'));
});

test('an arrow keeps its column past a title, and what is selected from there ends at words', () => {
  const state = begin(`ab|ove\n\n${toggle('Title', 'in')}`);
  const text = state.doc.toString();
  const arrow = EditorSelection.create([EditorSelection.cursor(text.indexOf('details>'), 1, undefined, 120)]);
  const { main } = state.update({ selection: arrow, userEvent: 'select' }).state.selection;
  expect([main.head, main.goalColumn]).toEqual([text.indexOf('Title'), 120]);
  const selection = { anchor: text.indexOf('itle'), head: text.indexOf('ummary>\n\n') };
  const selected = state.update({ selection, userEvent: 'select' }).state.selection.main;
  expect(state.sliceDoc(selected.from, selected.to)).toBe('itle');
});

test('a folded toggle stays folded while others write, and opens for a search', () => {
  const text = `|above\n\n\n\n${toggle('T', 'one\n\ntwo\n\nthree')}`;
  const from = begin(text).doc.toString().indexOf('<details>');
  const folded = begin(text).update({ effects: setFolded.of({ from, isFolded: true }) }).state;
  const later = folded.update({ changes: { from: 0, insert: 'new ' } }).state;
  expect(togglesOf(later).map(({ isFolded }) => isFolded)).toEqual([true]);
  const found = later.update({ selection: { anchor: later.doc.toString().indexOf('three') } }).state;
  expect(togglesOf(found).map(({ isFolded }) => isFolded)).toEqual([false]);
});
