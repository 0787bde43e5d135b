/** After a block in an item, Enter goes on in the list: the next item is one of the same list, and those below count on. */
import { syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { expect, test } from 'vitest';
import { stopClock } from '../markdown/parsed-state.ts';
import { SLASH_ITEMS } from '../writing-aids/menus/slash-items.ts';
import { inPlaceOf } from '../writing-aids/menus/slash-menu.ts';
import { makeKeyboard } from './written-page.ts';

/** ‸ is where the block is begun. */
const PLACES = [
  '- a\n- ‸',
  '- a\n- ‸\n- c',
  '- a\n- ‸\n\nafter',
  '1. a\n2. ‸\n3. c',
  '1. a\n2. ‸\n3. c\n\nafter',
  '9. a\n10. ‸\n11. c',
  '- [ ] a\n- [ ] ‸\n- [ ] c',
  '- a\n  - b\n  - ‸\n- c',
  '1. a\n   1. b\n   2. ‸\n   3. d\n2. c',
  '- a\n\n- ‸\n\n- c',
];

/** How it is begun, and the keys that lead behind it. */
const BLOCKS: Readonly<Record<string, readonly [begin: readonly string[], leave: readonly string[]]>> = {
  'code, typed': [[...'```y', 'Enter', 'y'], ['Control+Enter']],
  'code, by the menu': [['Menu: Code block', 'y'], ['Control+Enter']],
  'code, left by Enter': [[...'```y'], ['Enter', 'Enter', 'Enter']],
  'a table, by the menu': [['Menu: Table', 'y'], Array<string>(9).fill('ArrowRight')],
  'a callout, typed': [
    [...'> [!NOTE] y', 'Enter', 'y'],
    ['Enter', 'Enter'],
  ],
  'a callout, by the menu': [
    ['Menu: Callout', 'y'],
    ['Enter', 'Enter'],
  ],
  'a toggle, typed': [
    [...'+++ y', 'Enter', 'y'],
    ['Enter', 'Enter', 'Enter'],
  ],
  'a toggle, pasted': [['Paste: <details>\n<summary>y</summary>\n\ny\n\n</details>'], ['Enter']],
  'a formula, typed': [
    ['$', '$', 'Enter', 'y'],
    ['Enter', 'Enter'],
  ],
  'an image, by the menu': [['Menu: Image', 'y'], []],
  'a quote, typed': [[...'> y'], ['Enter', 'Enter']],
};

stopClock();
const keyboard = makeKeyboard();

function press(key: string): void {
  const [, pasted] = /^Paste: (.*)$/s.exec(key) ?? [];
  const item = SLASH_ITEMS.find(({ name }) => key === `Menu: ${name}`);
  if (pasted) keyboard.dispatch(keyboard.state.replaceSelection(pasted), { userEvent: 'input.paste' });
  else if (item) {
    for (const letter of '/y') keyboard.press(letter);
    const { head } = keyboard.state.selection.main;
    inPlaceOf(head - 2, head, item.run, item.isInline)(keyboard as unknown as EditorView);
  } else keyboard.press(key);
}

function itemAt(at: number): SyntaxNode | undefined {
  let node: SyntaxNode | null = syntaxTree(keyboard.state).resolveInner(at, 1);
  while (node && node.name !== 'ListItem') node = node.parent;
  return node ?? undefined;
}

/** @returns the lists of the page with the marks of their items */
function listsOf(): string[] {
  const lists: string[] = [];
  syntaxTree(keyboard.state).iterate({
    enter: ({ name, node }) => {
      if (!name.endsWith('List')) return;
      const marks = node.getChildren('ListItem').map((item) => {
        const mark = item.getChild('ListMark');
        return mark ? keyboard.state.sliceDoc(mark.from, mark.to) : '';
      });
      lists.push(marks.join(' '));
    },
  });
  return lists;
}

for (const [name, [begin, leave]] of Object.entries(BLOCKS))
  test.each(PLACES)(`${name}: %j`, (place) => {
    // From a table an arrow leads into the item below.
    if (name.includes('table') && !/‸(?:\n\nafter)?$/.test(place)) return;
    // With an empty line below, a toggle takes one Enter less.
    if (name.includes('toggle') && place.includes('‸\n\n')) return;
    const at = place.indexOf('‸');
    // As if the next item had been written there by hand.
    const line = place.slice(place.lastIndexOf('\n', at) + 1, at);
    const next = line.replace(/\d+/, (digits) => String(Number(digits) + 1));
    const later = place
      .slice(at + 1)
      .replaceAll(/^( *)(\d+)(?=\. )/gm, (all, spaces: string, digits: string) =>
        spaces.length === /^ */.exec(line)?.[0].length ? `${spaces}${Number(digits) + 1}` : all,
      );
    keyboard.open(`${place.slice(0, at)}z\n${next}z${later}`);
    const wanted = listsOf();
    keyboard.open(place.replace('‸', ''), at);
    // Below the box of a task, a picture stands in a line of the text.
    const more = name.includes('image') && place.includes('[ ]') ? ['Enter'] : [];
    for (const key of [...begin, ...leave, ...more, 'Enter', ...'next']) press(key);
    const doc = keyboard.state.doc.toString();
    expect(listsOf(), JSON.stringify(doc)).toEqual(wanted);
    const item = itemAt(doc.indexOf('next'));
    const text = item && keyboard.state.sliceDoc(item.from, item.to);
    expect(text, JSON.stringify(doc)).toMatch(/^(?:-|\d+\.) (?:\[ \] )?next$/);
    const above = item?.prevSibling;
    expect(above && keyboard.state.sliceDoc(above.from, above.to), JSON.stringify(doc)).toContain('y');
    // A list without empty lines between its items gets none.
    const gaps = doc.match(/\n[ ]*\n(?=[ ]*(?:-|\d+\.) )/g) ?? [];
    if (!place.includes('\n\n-')) expect(gaps, JSON.stringify(doc)).toEqual([]);
    if (place.includes('after')) expect(doc).toMatch(/\n\nafter$/);
  });
