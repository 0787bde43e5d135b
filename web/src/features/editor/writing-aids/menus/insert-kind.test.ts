import { CompletionContext } from '@codemirror/autocomplete';
import type { StateCommand } from '@codemirror/state';
import { expect, test } from 'vitest';
import type { TargetKind } from '../../blocks/block-text.ts';
import { turnInto } from '../../blocks/menu/turn-into.ts';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState } from '../../markdown/parsed-state.ts';
import { insertKind } from './insert-kind.ts';
import { inPlaceOf, slashMenu } from './slash-menu.ts';

test.each([
  ['heading-2', 'Text\n\n/x', 'Text\n\n## ‸'],
  ['tasks', '- /x', '- [ ] ‸'],
  ['heading-1', '- /x', '# ‸'],
  ['heading-2', 'Text /x', 'Text\n\n## ‸'],
  ['bullets', 'Text /x', 'Text\n\n- ‸'],
  ['tasks', '- one /x\n- two', '- one\n- [ ] ‸\n- two'],
  ['numbers', '1. one /x', '1. one\n2. ‸'],
  ['text', '# Plan /x\nmore', '# Plan\n\n‸\n\nmore'],
  ['code', 'Text /x', 'Text\n\n```\n‸\n```'],
] as const satisfies readonly (readonly [TargetKind, string, string])[])('%s at %j', (kind, before, after) =>
  expect(chosen(before, insertKind(kind))).toBe(after),
);

test('"turn" offers what the text around can become, and an empty block nothing of that', () => {
  expect(offered('Text /turn')).toContain('Heading 2');
  expect(offered('/turn')).toBeUndefined();
  expect(chosen('Text /x', turnInto('heading-2'))).toBe('## Text‸');
});

function offered(text: string): readonly string[] | undefined {
  const state = parsedState({ doc: text, extensions: pageLanguage });
  return slashMenu(new CompletionContext(state, text.length, false))?.options.map(({ label }) => label);
}

/** @returns the text with ‸ where the caret is, after the command in place of "/x" */
function chosen(before: string, command: StateCommand): string {
  const from = before.indexOf('/x');
  const state = parsedState({
    doc: before,
    selection: { anchor: from + 2 },
    extensions: pageLanguage,
  });
  let shown = '';
  inPlaceOf(
    from,
    from + 2,
    command,
  )({
    state,
    dispatch: ({ newDoc, newSelection }) => {
      const { head } = newSelection.main;
      shown = `${newDoc.sliceString(0, head)}‸${newDoc.sliceString(head)}`;
    },
  });
  return shown;
}
