import { expect, test } from 'vitest';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState, stopClock } from '../../markdown/parsed-state.ts';
import type { TargetKind } from '../block-text.ts';
import { turnInto } from './turn-into.ts';

stopClock();

const CARET = '‸';

/** @param text with ‸ where the caret is, or with two around what is selected; @returns undefined when nothing is done */
function turned(text: string, kind: TargetKind): string | undefined {
  const [before = '', between = '', after] = text.split(CARET);
  const anchor = before.length;
  const state = parsedState({
    doc: text.replaceAll(CARET, ''),
    selection: { anchor, head: after === undefined ? anchor : anchor + between.length },
    extensions: pageLanguage,
  });
  let result: string | undefined;
  turnInto(kind)({
    state,
    dispatch: ({ newDoc, newSelection: { main } }) => {
      const all = newDoc.toString();
      const end = main.empty ? '' : CARET;
      result = all.slice(0, main.from) + CARET + all.slice(main.from, main.to) + end + all.slice(main.to);
    },
  });
  return result;
}

test.each([
  ['heading-2', 'Te‸xt', '## Te‸xt'],
  ['heading-1', 'two\nli‸nes', '# two li‸nes'],
  ['text', '## Pla‸n ##', 'Pla‸n'],
  ['text', 'Pla‸n\n---', 'Pla‸n'],
  ['text', '# 1. Pla‸n', String.raw`1\. Pla‸n`],
  ['quote', '# > Pla‸n', String.raw`> \> Pla‸n`],
  ['heading-1', '‸C #', String.raw`# ‸C \#`],
  ['heading-3', '# Pla‸n', '### Pla‸n'],
  ['bullets', 'one\nm‸ore', '- one\n  m‸ore'],
  ['tasks', '- o‸ne\n  - deep', '- [ ] o‸ne\n  - deep'],
  ['numbers', '- o‸ne\n  - deep', '1. o‸ne\n   - deep'],
  ['bullets', '- [x] d‸one', '- d‸one'],
  ['text', '- one\n- t‸wo\n- three', '- one\n\nt‸wo\n\n- three'],
  ['heading-2', '- t‸wo\n  - deep\n    - more', '## t‸wo\n\n- deep\n  - more'],
  ['text', '- one\n  - de‸ep', '- one\n\n  de‸ep'],
  ['quote', 'one\nm‸ore', '> one\n> m‸ore'],
  ['text', '> one\n>\n> m‸ore', 'one\n\nm‸ore'],
  ['heading-2', '> o‸ne\n>\n> more', '## o‸ne\n\nmore'],
  ['code', 'co‸de', '```\nco‸de\n```'],
  ['text', '```js\nco‸de\n```', 'co‸de'],
  ['bullets', '‸one\n\ntwo‸\n\nthree', '- ‸one\n- two‸\n\nthree'],
  ['numbers', '‸one\n\ntwo‸', '1. ‸one\n2. two‸'],
  ['bullets', '1. o‸ne\n2. two\n3. three', '- o‸ne\n\n2. two\n3. three'],
  ['tasks', '- a\n  1. b\n  2. t‸wo\n  3. three', '- a\n  1. b\n  - [ ] t‸wo\n\n  3. three'],
  ['numbers', '- one\n- t‸wo\n- \n- three', '- one\n1. t‸wo\n\n- \n- three'],
  ['heading-1', '1. o‸ne\n   - deep\n2. two', '# o‸ne\n\n- deep\n\n2. two'],
  ['bullets', '1. o‸ne\n\n   more\n2. two', '- o‸ne\n\n  more\n\n2. two'],
  ['bullets', '- a\n\nTe‸xt', '- a\n- Te‸xt'],
  ['code', '‸# one\n\ntwo‸', '```\n‸# one\n\ntwo‸\n```'],
  ['text', 'Te‸xt', undefined],
  ['text', '***‸', undefined],
  ['bullets', '| a |\n| - |\n| b‸ |', undefined],
] as const)('into %s: %j', (kind, before, after) => expect(turned(before, kind)).toBe(after));
