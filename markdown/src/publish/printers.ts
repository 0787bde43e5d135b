/** Which printer a node has. */
import { printCallout } from '../kinds/callout/publish.ts';
import { printEmbed } from '../kinds/embed/publish.ts';
import { printFile } from '../kinds/file/publish.ts';
import { printReference } from '../kinds/footnote/publish.ts';
import { printFormulaBlock } from '../kinds/formula/publish.ts';
import { printProperties } from '../kinds/front-matter/publish.ts';
import { printHtml } from '../kinds/html/publish.ts';
import { printImage, printPictures } from '../kinds/image/publish.ts';
import { printLink } from '../kinds/link/publish.ts';
import { printList } from '../kinds/list/publish.ts';
import { printRest } from '../kinds/long-text/publish.ts';
import { printTable } from '../kinds/table/publish.ts';
import { printContents } from '../kinds/table-of-contents/publish.ts';
import { printToggle } from '../kinds/toggle/publish.ts';
import { printWikiLink } from '../kinds/wiki-link/publish.ts';
import { escapeHtml } from '../text/escape-html.ts';
import type { Block, Heading, Inline, Paragraph } from '../tree/nodes.ts';
import type { Printing } from './printing.ts';
import { levelOf } from './survey.ts';

const FORMATS = { emphasis: 'em', strong: 'strong', delete: 's', mark: 'mark' } as const;

export function printBlock(block: Block, press: Printing): string {
  switch (block.type) {
    case 'paragraph':
      return printParagraph(block, press);
    case 'heading':
      return printHeading(block, press);
    case 'thematicBreak':
      return '<hr>\n';
    case 'blockquote':
      return press.directed(block, (dir) => {
        const inside = press.blocks(block.children);
        return `<blockquote${dir}>${inside === '' ? '' : '\n'}${inside}</blockquote>\n`;
      });
    case 'callout':
      return printCallout(block, press);
    case 'list':
      return printList(block, press);
    case 'code':
      return press.surroundings.code(block.value, block.info);
    case 'html':
      return printHtml(block, press);
    case 'math':
      return printFormulaBlock(block, press);
    case 'table':
      return printTable(block, press);
    case 'toggle':
      return printToggle(block, press);
    case 'embed':
      return printEmbed(block);
    case 'file':
      return printFile(block, press);
    case 'pictures':
      return printPictures(block, press);
    case 'tableOfContents':
      return printContents(press);
    case 'yaml':
      return printProperties(block, press);
  }
}

export function printInline(node: Inline, press: Printing): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.value).replaceAll('\n', '<br>\n');
    case 'break':
      return '<br>\n';
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`;
    case 'inlineMath':
      return press.surroundings.formula(node.value, node.isDisplayed);
    case 'link':
      return printLink(node, press);
    case 'image':
      return printImage(node, press);
    case 'wikiLink':
      return printWikiLink(node, press);
    case 'footnoteReference':
      return printReference(node, press);
    case 'plainRest':
      return printRest(node);
    default: {
      const tag = FORMATS[node.type];
      return `<${tag}>${press.inlines(node.children)}</${tag}>`;
    }
  }
}

/** @param end what stands at its end besides */
export function printParagraph(paragraph: Paragraph, press: Printing, end = ''): string {
  return press.directed(paragraph, (dir) => {
    const card = printCard(paragraph, press);
    return `<p${dir}>${card === undefined ? press.lines(paragraph.children) : `\n${card}`}${end}</p>\n`;
  });
}

/** @returns undefined for all but a paragraph that is a link to a file */
export function printCard({ children }: Paragraph, press: Printing): string | undefined {
  const [link, ...others] = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  return link?.type === 'link' && others.length === 0 ? press.surroundings.card(link.url) : undefined;
}

function printHeading(heading: Heading, press: Printing): string {
  const tag = `h${levelOf(heading)}`;
  const id = escapeHtml(press.survey.ids.get(heading) ?? '');
  return press.directed(
    heading,
    (dir) => `<${tag}${dir} id="${id}">${press.inlines(heading.children)}</${tag}>\n`,
  );
}
