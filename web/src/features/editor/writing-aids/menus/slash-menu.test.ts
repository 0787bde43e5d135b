import type { Transaction } from '@codemirror/state';
import { expect, test } from 'vitest';
import { toggleHeading2 } from '../../commands/line-formats.ts';
import { insertCodeBlock } from '../../kinds/code/insert-code.ts';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState } from '../../markdown/parsed-state.ts';
import { inPlaceOf } from './slash-menu.ts';

test.each([
  ['Code block', insertCodeBlock, 'Text\n\n```\n|\n```'],
  ['Heading 2', toggleHeading2, 'Text\n\n## |'],
])('%s comes in one step, and its typed name goes', (_, command, after) => {
  const doc = 'Text\n\n/name';
  const state = parsedState({ doc, selection: { anchor: doc.length }, extensions: pageLanguage });
  const steps: Transaction[] = [];
  inPlaceOf(6, doc.length, command)({ state, dispatch: (step) => steps.push(step) });
  expect(steps).toHaveLength(1);
  const text = steps[0]?.newDoc.toString() ?? '';
  const caret = steps[0]?.newSelection.main.head ?? 0;
  expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(after);
});
