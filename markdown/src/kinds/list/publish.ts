/** A list as HTML, with its tasks. */
import type { Printers, Printing } from '../../publish/printing.ts';
import type { Paragraph } from '../../tree/nodes.ts';
import { printCard, printParagraph } from '../paragraph/publish.ts';
import type { List, ListItem } from './node.ts';

export const publish: Pick<Printers, 'list' | 'listItem'> = {
  list: { print: printList, directedBy: ({ children }) => children },
  listItem: { directedBy: ({ children }) => children },
};

// They begin on a line of their own after a text that is no paragraph.
const ON_A_LINE: ReadonlySet<string> = new Set(['list', 'blockquote', 'heading', 'thematicBreak']);

function printList(list: List, press: Printing): string {
  const tag = list.start === undefined ? 'ul' : 'ol';
  const start = list.start === undefined || list.start === 1 ? '' : ` start="${list.start}"`;
  return press.directed(list, (dir) => {
    let html = '';
    let before: ListItem | undefined;
    for (const item of list.children) {
      press.budget.print(0);
      html += printItem(item, list, press.linesAbove(item, before), press);
      before = item;
    }
    return `<${tag}${start}${dir}>\n${html}</${tag}>\n`;
  });
}

function printItem(item: ListItem, list: List, lines: number, press: Printing): string {
  const classes = [
    ...(item.checked === undefined ? [] : ['task']),
    ...(lines > 0 ? [`after-${lines}`] : []),
  ].join(' ');
  return press.directed(item, (dir) => {
    const inside = list.spread ? spread(item, press) : tight(item, press);
    return `<li${dir}${classes === '' ? '' : ` class="${classes}"`}>${inside}</li>\n`;
  });
}

function box({ checked }: ListItem): string {
  if (checked === undefined) return '';
  return `<input type="checkbox" disabled${checked ? ' checked' : ''} aria-label="${checked ? 'Done' : 'To do'}"> `;
}

/** The words of a done task are struck, and nothing that stands below it. */
function marked({ checked }: ListItem, said: string): string {
  return checked ? `<span class="done">${said}</span>` : said;
}

function spread(item: ListItem, press: Printing): string {
  const [first, ...rest] = item.children;
  if (!first) return '';
  if (first.type !== 'paragraph' || item.checked === undefined) return `\n${press.blocks(item.children)}`;
  const text = printParagraph(first, press).replace(
    /^(<p[^>]*>)(.*)(<\/p>\n?)$/s,
    (_, begin: string, said: string, end: string) => `${begin}${box(item)}${marked(item, said)}${end}`,
  );
  return `\n${text}${press.blocks(rest, first)}`;
}

/** Without blank lines its texts are no paragraphs. */
function tight(item: ListItem, press: Printing): string {
  let html = '';
  let isAfterText = false;
  for (const [at, block] of item.children.entries()) {
    if (block.type === 'paragraph') {
      const said = text(block, press);
      html += at === 0 ? `${box(item)}${marked(item, said)}` : said;
      isAfterText = true;
      continue;
    }
    const isOnALine = at === 0 || (isAfterText && ON_A_LINE.has(block.type));
    html += `${isOnALine ? '\n' : ''}${press.block(block)}`;
    isAfterText = false;
  }
  return html;
}

function text(paragraph: Paragraph, press: Printing): string {
  return press.directed(paragraph, () => printCard(paragraph, press) ?? press.lines(paragraph.children));
}
