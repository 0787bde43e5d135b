import { EditorSelection, type StateCommand, type Transaction } from '@codemirror/state';
import { expect, test } from 'vitest';
import { insertDate } from '../commands/insert-date.ts';
import { insertCallout } from '../kinds/callout/insert-callout.ts';
import { insertFootnote } from '../kinds/footnote/insert-footnote.ts';
import { insertFormula } from '../kinds/formula/insert-formula.ts';
import { insertContents } from '../kinds/table-of-contents/insert-contents.ts';
import { insertToggle } from '../kinds/toggle/insert-toggle.ts';
import { pageLanguage } from '../markdown/page-language.ts';
import { parsedState } from '../markdown/parsed-state.ts';
import { toggleHighlight } from './inline-formats.ts';

/** @param text with the selection in `[` `]`, or `|` for the caret @returns the same after the command, in one step */
function after(command: StateCommand, text: string): string {
  const doc = text.replaceAll(/[|«»]/g, '');
  const anchor = text.includes('«') ? text.indexOf('«') : text.indexOf('|');
  const head = text.includes('»') ? text.indexOf('»') - 1 : anchor;
  const state = parsedState({
    doc,
    selection: EditorSelection.range(anchor, head),
    extensions: pageLanguage,
  });
  const steps: Transaction[] = [];
  expect(command({ state, dispatch: (step) => steps.push(step) })).toBe(true);
  expect(steps).toHaveLength(1);
  const { main } = steps[0]?.newSelection ?? state.selection;
  const made = steps[0]?.newDoc.toString() ?? '';
  const inside = main.empty ? '|' : `«${made.slice(main.from, main.to)}»`;
  return `${made.slice(0, main.from)}${inside}${made.slice(main.to)}`;
}

const today = () => new Date(2026, 10, 5);

test.each<[string, StateCommand, string, string]>([
  ['a callout', insertCallout('note'), 'a|', 'a\n\n> [!NOTE]\n> |'],
  ['a callout of lines', insertCallout('tip'), '«a\nb»', '> [!TIP]\n> a\n> b|'],
  ['a callout of words', insertCallout('tip'), 'a «1. b» - c', 'a \n\n> [!TIP]\n> 1\\. b|\n\n \\- c'],
  ['a toggle', insertToggle, 'a\n|', 'a\n\n<details>\n<summary>|</summary>\n\n\n\n</details>\n\n'],
  ['a toggle of text', insertToggle, '«a»', '<details>\n<summary>|</summary>\n\na\n\n</details>\n\n'],
  ['contents', insertContents, '|', '[TOC]\n|'],
  ['a formula', insertFormula, '|', '$$\n«a^2 + b^2 = c^2»\n$$'],
  ['a formula in text', insertFormula, 'a | b', 'a $«x»$ b'],
  ['a formula of text', insertFormula, 'a «y^2» b', 'a $«y^2»$ b'],
  ['the first footnote', insertFootnote, 'a| b\n', 'a[^1] b\n\n[^1]: |'],
  ['the next footnote', insertFootnote, 'a[^1] b|\n\n[^1]: x\n', 'a[^1] b[^2]\n\n[^1]: x\n[^2]: |'],
  ['a footnote at the very end', insertFootnote, 'a|', 'a[^1]\n\n[^1]: |'],
  ['a date', insertDate('long', today), 'a | b', 'a November 5, 2026| b'],
  ['an ISO date', insertDate('iso', today), '|', '2026-11-05|'],
  ['a highlight', toggleHighlight, 'a «b» c', 'a ==«b»== c'],
  ['no highlight', toggleHighlight, 'a ==b|== c', 'a b| c'],
])('%s', (_, command, before, expected) => {
  expect(after(command, before)).toBe(expected);
});
