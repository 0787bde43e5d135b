import { expect, test } from 'vitest';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState } from '../../markdown/parsed-state.ts';
import { toggleState } from '../../view/toggle-state.ts';
import { directionAt } from './line-directions.ts';

const toggle = (title: string, inside: string) =>
  `<details>\n<summary>${title}</summary>\n\n${inside}\n\n</details>`;

test.each([
  ['in a toggle', toggle('שלום', '12'), 'rtl'],
  ['in a toggle inside of another', toggle('שלום', toggle('34', '12')), 'rtl'],
  ['in the other way', toggle('שלום', toggle('a', '12')), 'ltr'],
  ['in a list of a toggle', toggle('שלום', '- a\n- 12'), 'ltr'],
  ['behind a toggle', `${toggle('שלום', 'a')}\n\n12`, undefined],
  ['in an item', '- שלום\n\n  12', 'rtl'],
] as const)('a number goes as what is around it: %s', (_, doc, expected) => {
  const state = parsedState({ doc, extensions: [pageLanguage, toggleState] });
  expect(directionAt(state, state.doc.lineAt(doc.indexOf('12')))).toBe(expected);
});
