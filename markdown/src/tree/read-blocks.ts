/** Reads blocks from the parser's tree. */
import type { SyntaxNode } from '@lezer/common';
import { calloutOf } from '../kinds/callout/syntax.ts';
import { readCode } from '../kinds/code/node.ts';
import { embedIn } from '../kinds/embed/syntax.ts';
import { fileIn } from '../kinds/file/syntax.ts';
import { texOf } from '../kinds/formula/tex-of.ts';
import { readPictures } from '../kinds/image/node.ts';
import { readList } from '../kinds/list/node.ts';
import { readTable } from '../kinds/table/node.ts';
import { isTableOfContents } from '../kinds/table-of-contents/syntax.ts';
import { foldToggles } from '../kinds/toggle/node.ts';
import type { Block, Callout, Heading, Inline } from './nodes.ts';
import { InlineReader } from './read-inlines.ts';
import type { Blocks, Reading } from './reading.ts';

// Deeper than anybody writes: it is shown as it is written.
const DEEPEST = 100;
const BOX = '[ ]';
const HEADING = /^(?:ATX|Setext)Heading(\d)$/;

export class BlockReader implements Blocks {
  readonly page: Reading;
  #depth = 0;

  constructor(page: Reading) {
    this.page = page;
  }

  /**
   * The page's own blocks between two places, of which some are more than they are within others. A list may be cut between its items, a
   * table between its rows.
   */
  outermost(top: SyntaxNode, from: number, to: number): Block[] {
    const blocks: Block[] = [];
    this.#depth++;
    for (let node = top.childAfter(from); node && node.from < to; node = node.nextSibling) {
      const isCut = node.from < from || node.to > to;
      const block = (isCut && this.#part(node, from, to)) || this.#block(node);
      if (block) blocks.push(this.#outermost(block));
    }
    this.#depth--;
    return foldToggles(blocks);
  }

  #part(node: SyntaxNode, from: number, to: number): Block | undefined {
    if (node.name === 'Table') return readTable(node, this.page, from, to);
    return /^(?:Bullet|Ordered)List$/.test(node.name) ? readList(node, this, from, to) : undefined;
  }

  /** The blocks in another. */
  inside(parent: SyntaxNode): Block[] {
    const blocks: Block[] = [];
    this.#depth++;
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      const block = this.#block(node);
      if (block) blocks.push(block);
    }
    this.#depth--;
    return blocks;
  }

  inlines(node: SyntaxNode, from = node.from, to = node.to): Inline[] {
    return new InlineReader(this.page).whole(node, from, to);
  }

  /** @returns undefined for marks, and for what says something of other places */
  #block(node: SyntaxNode): Block | undefined {
    const { name, from, to } = node;
    const place = { from, to };
    this.page.budget.step();
    if (this.#depth > DEEPEST) return this.#asWritten(node);
    switch (name) {
      case 'Paragraph':
        return { type: 'paragraph', children: this.inlines(node), ...place };
      case 'Task':
        return this.#task(node);
      case 'Blockquote':
        return this.#callout(node) ?? { type: 'blockquote', children: this.inside(node), ...place };
      case 'BulletList':
      case 'OrderedList':
        return readList(node, this);
      case 'FencedCode':
      case 'CodeBlock':
        return readCode(node, this.page.read);
      case 'FormulaBlock':
        return { type: 'math', value: texOf(node, this.page.read), ...place };
      case 'HorizontalRule':
        return { type: 'thematicBreak', ...place };
      case 'Table':
        return readTable(node, this.page);
      case 'HTMLBlock':
      case 'CommentBlock':
      case 'ProcessingInstructionBlock':
        return { type: 'html', value: this.#html(node), ...place };
      case 'FrontMatter':
        return { type: 'yaml', value: this.page.read(from, to), ...place };
      default:
        return this.#heading(node);
    }
  }

  /** Its words begin behind the box, on the next line at the latest. */
  #task(node: SyntaxNode): Block {
    const { from, to } = node;
    const blanks = /^\s*/.exec(this.page.read(from + BOX.length, to))?.[0].length ?? 0;
    const begin = from + BOX.length + blanks;
    return { type: 'paragraph', children: this.inlines(node, begin), from: begin, to };
  }

  #asWritten({ name, from, to }: SyntaxNode): Block | undefined {
    if (/Mark$/.test(name)) return undefined;
    return { type: 'html', value: this.page.read(from, to), from, to };
  }

  #html(node: SyntaxNode): string {
    let value = '';
    let at = node.from;
    for (const { from, to } of node.getChildren('QuoteMark')) {
      value += this.page.read(at, from);
      at = to;
    }
    return value + this.page.read(at, node.to);
  }

  #heading(node: SyntaxNode): Heading | undefined {
    const depth = Number(HEADING.exec(node.name)?.[1]);
    if (Number.isNaN(depth)) return undefined;
    const [first, last] = [node.firstChild, node.lastChild];
    const isAtx = node.name.startsWith('ATX');
    const from = isAtx && first ? first.to : node.from;
    const end = last && last.name === 'HeaderMark' && last.from >= from ? last.from : node.to;
    // Marks of a quote stand in front of the line below it, too.
    const to = isAtx ? end : from + Math.max(this.page.read(from, end).lastIndexOf('\n'), 0);
    return {
      type: 'heading',
      depth,
      source: this.page.read(from, to).trim(),
      children: this.inlines(node, from, to),
      from: node.from,
      to: node.to,
    };
  }

  #callout(quote: SyntaxNode): Callout | undefined {
    const mark = calloutOf(quote, this.page.read);
    const first = quote.firstChild?.nextSibling;
    if (!mark || !first) return undefined;
    const { from, to } = quote;
    const end = from + this.page.read(from, to).split('\n', 1).join('').length;
    const reader = new InlineReader(this.page);
    const title = mark.titleTo > mark.titleFrom ? reader.whole(first, from + mark.titleFrom, end) : [];
    const rest = end < first.to ? reader.whole(first, end + 1, first.to) : [];
    const children = this.inside(quote).slice(1);
    if (rest.length > 0)
      children.unshift({
        type: 'paragraph',
        children: rest,
        from: Math.min(end + 1, first.to),
        to: first.to,
      });
    return { type: 'callout', mark, title, children, from, to };
  }

  #outermost(block: Block): Block {
    if (block.type !== 'paragraph') return block;
    const { from, to } = block;
    const source = this.page.read(from, to);
    if (isTableOfContents(source)) return { type: 'tableOfContents', from, to };
    const embed = embedIn(source);
    if (embed) return { type: 'embed', embed, from, to };
    const file = fileIn(source);
    if (file) return { type: 'file', file, children: block.children, from, to };
    return readPictures(block) ?? block;
  }
}
