/** Reads what stands in a paragraph, a heading or a cell from the parser's tree. */
import type { SyntaxNode } from '@lezer/common';
import { texOf } from '../kinds/formula/tex-of.ts';
import { isLineBreak } from '../kinds/table/line-breaks.ts';
import { readWikiLink } from '../kinds/wiki-link/syntax.ts';
import { addressOf, decode, encodeAddress } from '../text/decode.ts';
import type { Inline } from './nodes.ts';
import { wordsOf } from './nodes.ts';
import { nameOf } from './parse-page.ts';
import type { Reading } from './reading.ts';

const FORMATS = {
  Emphasis: 'emphasis',
  StrongEmphasis: 'strong',
  Strikethrough: 'delete',
  Highlight: 'mark',
} as const;

// Deeper than anybody writes: it is shown as it is written.
const DEEPEST = 100;
const MARKS: ReadonlySet<string> = new Set(['QuoteMark', 'HeaderMark', 'TaskMarker']);

export class InlineReader {
  readonly #page: Reading;
  readonly #isCell: boolean;
  /** Spaces at the beginning of a line are no text. */
  #isLineStart = true;
  #depth = 0;
  #isInLink = false;

  constructor(page: Reading, isCell = false) {
    this.#page = page;
    this.#isCell = isCell;
  }

  /** @returns what stands between two places of a node */
  between(parent: SyntaxNode, from: number, to: number): Inline[] {
    const nodes: Inline[] = [];
    let at = from;
    for (let child = childAfter(parent, from); child && child.from < to; child = child.nextSibling) {
      if (child.from < at) continue;
      this.#text(nodes, at, child.from);
      this.#page.budget.step();
      this.#node(nodes, child);
      at = child.to;
    }
    this.#text(nodes, at, Math.max(at, to));
    return nodes;
  }

  /** @returns the same without spaces at the end */
  whole(parent: SyntaxNode, from: number, to: number): Inline[] {
    const nodes = this.between(parent, from, to);
    const last = nodes.at(-1);
    if (last?.type === 'text') {
      const value = last.value.replace(/[ \t\n]+$/, '');
      nodes.pop();
      if (value !== '') nodes.push({ ...last, value });
    }
    return nodes;
  }

  #text(nodes: Inline[], from: number, to: number): void {
    if (to > from) this.#add(nodes, this.#page.read(from, to), from, to);
  }

  /** Adds words to those before them. */
  #add(nodes: Inline[], source: string, from: number, to: number): void {
    const lines = source.replaceAll(/[ \t]*\n[ \t]*/g, '\n');
    const value = this.#isLineStart ? lines.replace(/^[ \t]+/, '') : lines;
    if (value === '') return;
    this.#isLineStart = value.endsWith('\n');
    const last = nodes.at(-1);
    if (last?.type === 'text') nodes[nodes.length - 1] = { ...last, value: last.value + value, to };
    else nodes.push({ type: 'text', value, from, to });
  }

  #node(nodes: Inline[], node: SyntaxNode): void {
    const { name, from, to } = node;
    if (MARKS.has(name)) {
      if (name === 'QuoteMark') this.#isLineStart = true;
      return;
    }
    if (name === 'Escape' || name === 'Entity') {
      this.#words(nodes, decode(this.#page.read(from, to)), from, to);
      return;
    }
    if (name === 'HardBreak') {
      trimEnd(nodes);
      nodes.push({ type: 'break', from, to });
      this.#isLineStart = true;
      return;
    }
    const found = this.#depth < DEEPEST ? this.#found(node) : undefined;
    if (found === 'none') return;
    this.#isLineStart = false;
    if (found) nodes.push(...found);
    else if (this.#isCell && name === 'HTMLTag' && isLineBreak(this.#page.read(from, to)))
      nodes.push({ type: 'break', from, to });
    else this.#add(nodes, this.#page.read(from, to), from, to);
  }

  /** Signs that mean nothing, spaces too. */
  #words(nodes: Inline[], value: string, from: number, to: number): void {
    this.#isLineStart = false;
    const last = nodes.at(-1);
    if (last?.type === 'text') nodes[nodes.length - 1] = { ...last, value: last.value + value, to };
    else nodes.push({ type: 'text', value, from, to });
  }

  /** @returns undefined for what is text */
  #found(node: SyntaxNode): Inline[] | 'none' | undefined {
    const { name, from, to } = node;
    const place = { from, to };
    const format = FORMATS[name as keyof typeof FORMATS];
    if (format) return [{ type: format, children: this.#inside(node), ...place }];
    const source = () => this.#page.read(from, to);
    switch (name) {
      case 'InlineCode':
        return [{ type: 'inlineCode', value: this.#code(node), ...place }];
      case 'Formula': {
        const isDisplayed = source().startsWith('$$');
        return [{ type: 'inlineMath', value: texOf(node, this.#page.read), isDisplayed, ...place }];
      }
      case 'WikiLink':
        return [{ type: 'wikiLink', link: readWikiLink(source()), ...place }];
      case 'Footnote':
        return this.#footnote(node);
      case 'Link':
      case 'Image':
        return this.#link(node);
      case 'Autolink':
      case 'URL':
        // No link is in another, and `@scope/name@1.2` is no mail address.
        return this.#isInLink || this.#isNoMail(node) ? undefined : [this.#address(node)];
      case 'PlainRest':
        return [{ type: 'plainRest', value: source(), ...place }];
      default:
        return undefined;
    }
  }

  #inside(node: SyntaxNode): Inline[] {
    const [first, last] = [node.firstChild, node.lastChild];
    if (!first || !last || first.to > last.from) return [];
    this.#depth++;
    const nodes = this.between(node, first.to, last.from);
    this.#depth--;
    return nodes;
  }

  #code(node: SyntaxNode): string {
    let value = '';
    let at = node.firstChild?.to ?? node.from;
    for (const { from, to } of node.getChildren('QuoteMark')) {
      value += this.#page.read(at, from);
      at = this.#page.read(to, to + 1) === ' ' ? to + 1 : to;
    }
    value = (value + this.#page.read(at, node.lastChild?.from ?? node.to))
      // Spaces at the beginning of a line are no text.
      .replaceAll(/\n[ \t]*/g, ' ');
    if (this.#isCell) value = value.replaceAll('\\|', '|');
    return /^ .*[^ ].* $/.test(value) ? value.slice(1, -1) : value;
  }

  #footnote({ from, to }: SyntaxNode): Inline[] | undefined {
    const identifier = this.#page.read(from + 2, to - 1).toUpperCase();
    return this.#page.footnotes.has(identifier)
      ? [{ type: 'footnoteReference', identifier, from, to }]
      : undefined;
  }

  #isNoMail({ name, from, to }: SyntaxNode): boolean {
    if (name !== 'URL' || !/^[^:/]+@/.test(this.#page.read(from, to))) return false;
    return this.#page.read(Math.max(from - 1, 0), from) === '/' || !/[a-z]$/i.test(this.#page.read(from, to));
  }

  #address({ from, to }: SyntaxNode): Inline {
    const value = this.#page.read(from, to).replace(/^<|>$/g, '');
    const begins = /^www\./i.test(value) ? 'http://' : /^[^:/]+@/.test(value) ? 'mailto:' : '';
    return {
      type: 'link',
      url: encodeAddress(begins + value),
      title: '',
      children: [{ type: 'text', value, from, to }],
      from,
      to,
    };
  }

  #link(node: SyntaxNode): Inline[] | undefined {
    const { name, from, to } = node;
    const [open, close, begins] = node.getChildren('LinkMark');
    if (!open || !close) return undefined;
    const target = begins ? this.#target(node, begins.to) : this.#named(node, open, close);
    const isAround = this.#isInLink;
    this.#isInLink ||= target !== undefined && name === 'Link';
    this.#depth++;
    const children = this.between(node, open.to, close.from);
    this.#depth--;
    this.#isInLink = isAround;
    if (!target) {
      // Brackets alone: the rest is read as it is.
      const text = (value: string, at: number): Inline => ({
        type: 'text',
        value,
        from: at,
        to: at + value.length,
      });
      const rest = this.#page.read(close.from, to);
      return [text(this.#page.read(open.from, open.to), from), ...children, text(rest, close.from)];
    }
    if (name === 'Link') return [{ type: 'link', ...target, children, from, to }];
    return [{ type: 'image', ...target, alt: wordsOf(children), from, to }];
  }

  /** @param from where it begins: words of the link may be an address, too */
  #target(node: SyntaxNode, from: number) {
    const [url] = node.getChildren('URL').filter((each) => each.from >= from);
    const title = node.getChild('LinkTitle');
    return {
      url: url ? addressOf(this.#page.read(url.from, url.to)) : '',
      title: title ? decode(this.#page.read(title.from + 1, title.to - 1)) : '',
    };
  }

  #named(node: SyntaxNode, open: SyntaxNode, close: SyntaxNode) {
    const label = node.getChild('LinkLabel');
    const named = label ? this.#page.read(label.from + 1, label.to - 1) : '';
    return this.#page.definitions.get(nameOf(named || this.#page.read(open.to, close.from)));
  }
}

function childAfter(parent: SyntaxNode, place: number): SyntaxNode | null {
  let child = parent.firstChild;
  while (child && child.from < place) child = child.nextSibling;
  return child;
}

function trimEnd(nodes: Inline[]): void {
  const last = nodes.at(-1);
  if (last?.type === 'text') nodes[nodes.length - 1] = { ...last, value: last.value.replace(/[ \t]+$/, '') };
}
