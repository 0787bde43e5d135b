/** A toggle in the reading view. */
import { type Content, element, onLines, words } from '../../read/elements.ts';
import type { Making, Readers } from '../../read/making.ts';
import type { Toggle } from './node.ts';

export const read: Pick<Readers, 'toggle'> = { toggle: readToggle };

function readToggle({ isOpen, title, text, children, from, to }: Toggle, making: Making): Content[] {
  const inside = [
    element('summary', {}, [words(title)]),
    ...(text === '' ? [] : [element('p', {}, making.inlines([{ type: 'text', value: text, from, to }]))]),
    ...making.blocks(children),
  ];
  return [element('details', { open: isOpen }, onLines(inside, true), { from, to })];
}
