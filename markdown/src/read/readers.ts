/** Which elements a node becomes. */
import { readCalloutBlock } from '../kinds/callout/read.ts';
import { readCodeBlock } from '../kinds/code/read.ts';
import { readEmbedBlock } from '../kinds/embed/read.ts';
import { readFile } from '../kinds/file/read.ts';
import { readReference } from '../kinds/footnote/read.ts';
import { readFormula, readFormulaBlock } from '../kinds/formula/read.ts';
import { readFrontMatter } from '../kinds/front-matter/read.ts';
import { readHtml } from '../kinds/html/read.ts';
import { readImage, readPictureRow } from '../kinds/image/read.ts';
import { readLink } from '../kinds/link/read.ts';
import { readListBlock } from '../kinds/list/read.ts';
import { readRest } from '../kinds/long-text/read.ts';
import { readTableBlock } from '../kinds/table/read.ts';
import { readContents } from '../kinds/table-of-contents/read.ts';
import { readToggle } from '../kinds/toggle/read.ts';
import { readWiki } from '../kinds/wiki-link/read.ts';
import type { Block, Inline } from '../tree/nodes.ts';
import { type Content, element, onLines, words } from './elements.ts';
import type { Making } from './making.ts';

const FORMATS = { emphasis: 'em', strong: 'strong', delete: 'del', mark: 'mark' } as const;

export function readBlock(block: Block, making: Making): Content[] {
  switch (block.type) {
    case 'paragraph':
      return [element('p', {}, making.inlines(block.children), block)];
    case 'heading':
      return [element(`h${block.depth}`, {}, making.inlines(block.children), block)];
    case 'thematicBreak':
      return [element('hr', {}, [], block)];
    case 'blockquote':
      return [element('blockquote', {}, onLines(making.blocks(block.children), true), block)];
    case 'callout':
      return readCalloutBlock(block, making);
    case 'list':
      return readListBlock(block, making);
    case 'code':
      return readCodeBlock(block);
    case 'html':
      return readHtml(block);
    case 'math':
      return readFormulaBlock(block);
    case 'table':
      return readTableBlock(block, making);
    case 'toggle':
      return readToggle(block, making);
    case 'embed':
      return readEmbedBlock(block);
    case 'file':
      return readFile(block, making);
    case 'pictures':
      return readPictureRow(block);
    case 'tableOfContents':
      return readContents(block);
    case 'yaml':
      return readFrontMatter(block);
  }
}

export function readInline(node: Inline, making: Making): Content[] {
  switch (node.type) {
    case 'text':
      return readLines(node.value);
    case 'break':
      return [element('br'), words('\n')];
    case 'inlineCode':
      return [element('code', {}, [words(node.value)])];
    case 'inlineMath':
      return readFormula(node);
    case 'link':
      return readLink(node, making);
    case 'image':
      return [readImage(node)];
    case 'wikiLink':
      return readWiki(node, making);
    case 'footnoteReference':
      return readReference(node, making);
    case 'plainRest':
      return readRest(node, making);
    default:
      return [element(FORMATS[node.type], {}, making.inlines(node.children))];
  }
}

/** A line that ends in the text ends when it is read, too: as it does while it is written, and in a mail. */
function readLines(text: string): Content[] {
  return text.split('\n').flatMap((line, index): Content[] => {
    const said = line === '' ? [] : [words(line)];
    return index === 0 ? said : [element('br'), words('\n'), ...said];
  });
}
