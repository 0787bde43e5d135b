/** A list in the reading view, with its tasks. */
import { type Content, type Element, element, isParagraph, onLines, words } from '../../read/elements.ts';
import type { Making, Readers } from '../../read/making.ts';
import type { List, ListItem } from './node.ts';

export const read: Pick<Readers, 'list'> = { list: readList };

function readList(list: List, making: Making): Content[] {
  const { start, spread, children } = list;
  const isNumbered = start !== undefined && start !== 1;
  const hasTasks = children.some(({ checked }) => checked !== undefined);
  const properties = {
    ...(isNumbered && { start }),
    ...(hasTasks && { className: ['contains-task-list'] }),
  };
  const items = children.map((item) => readItem(item, spread, making));
  return [element(start === undefined ? 'ul' : 'ol', properties, onLines(items, true), list)];
}

function readItem(item: ListItem, isSpread: boolean, making: Making): Element {
  const blocks = making.blocks(item.children);
  if (item.checked === undefined) return element('li', {}, itemLines(blocks, isSpread), item);
  const [first] = blocks;
  const box = element('input', { type: 'checkbox', checked: item.checked, disabled: true });
  if (isParagraph(first)) {
    const said = first.children.splice(0);
    const text = item.checked ? [element('span', { className: ['done'] }, said)] : said;
    first.children.push(box, ...(said.length > 0 ? [words(' '), ...text] : []));
  } else blocks.unshift(element('p', {}, [box]));
  return element('li', { className: ['task-list-item'] }, itemLines(blocks, isSpread), item);
}

/** Without blank lines its texts are no paragraphs. */
function itemLines(blocks: readonly Content[], isSpread: boolean): Content[] {
  const lines: Content[] = [];
  for (const [index, block] of blocks.entries()) {
    const isText = isParagraph(block);
    if (isSpread || index > 0 || !isText) lines.push(words('\n'));
    if (isText && !isSpread) lines.push(...block.children);
    else lines.push(block);
  }
  const last = blocks.at(-1);
  if (last && (isSpread || !isParagraph(last))) lines.push(words('\n'));
  return lines;
}
