/** Reads what stands in a paragraph, a heading or a cell from the parser's tree, with the makers of each kind. */
import type { SyntaxNode } from '@lezer/common';
import { NODE_MAKERS } from '../layers/nodes.generated.ts';
import { decode } from '../text/decode.ts';
import { DEEPEST } from '../tree/deepest.ts';
import type { Inline } from '../tree/nodes.ts';
import type { InlineMaker, InlinePlace, Inlines, Reading } from '../tree/reading.ts';

const MARKS: ReadonlySet<string> = new Set(['QuoteMark', 'HeaderMark', 'TaskMarker']);

const makers: ReadonlyMap<string, InlineMaker> = new Map(
  NODE_MAKERS.flatMap(({ inlines }) => Object.entries(inlines ?? {})),
);

export class InlineReader implements Inlines {
  readonly page: Reading;
  readonly place: InlinePlace;
  /** Spaces at the beginning of a line are no text. */
  #isLineStart = true;
  #depth = 0;
  isInLink = false;

  constructor(page: Reading, place: InlinePlace) {
    this.page = page;
    this.place = place;
  }

  between(node: SyntaxNode, from: number, to: number, isLink: boolean): Inline[] {
    const isAround = this.isInLink;
    this.isInLink ||= isLink;
    this.#depth++;
    const nodes = this.#between(node, from, to);
    this.#depth--;
    this.isInLink = isAround;
    return nodes;
  }

  inside(node: SyntaxNode): Inline[] {
    const [first, last] = [node.firstChild, node.lastChild];
    if (!first || !last || first.to > last.from) return [];
    return this.between(node, first.to, last.from, false);
  }

  #between(parent: SyntaxNode, from: number, to: number): Inline[] {
    const nodes: Inline[] = [];
    let at = from;
    for (let child = childAfter(parent, from); child && child.from < to; child = child.nextSibling) {
      if (child.from < at) continue;
      this.#text(nodes, at, child.from);
      this.page.budget.step();
      this.#node(nodes, child);
      at = child.to;
    }
    this.#text(nodes, at, Math.max(at, to));
    return nodes;
  }

  /** @returns what stands between two places of a block, without spaces at the end */
  whole(parent: SyntaxNode, from: number, to: number): Inline[] {
    const nodes = this.#between(parent, from, to);
    const last = nodes.at(-1);
    if (last?.type === 'text') {
      const value = last.value.replace(/[ \t\n]+$/, '');
      nodes.pop();
      if (value !== '') nodes.push({ ...last, value });
    }
    return nodes;
  }

  #text(nodes: Inline[], from: number, to: number): void {
    if (to > from) this.#add(nodes, this.page.read(from, to), from, to);
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
      this.#words(nodes, decode(this.page.read(from, to)), from, to);
      return;
    }
    if (name === 'HardBreak') {
      trimEnd(nodes);
      nodes.push({ type: 'break', words: ' ', from, to });
      this.#isLineStart = true;
      return;
    }
    const found = this.#depth < DEEPEST ? makers.get(name)?.(node, this) : undefined;
    this.#isLineStart = false;
    if (found) nodes.push(...found);
    else this.#add(nodes, this.page.read(from, to), from, to);
  }

  /** Signs that mean nothing, spaces too. */
  #words(nodes: Inline[], value: string, from: number, to: number): void {
    this.#isLineStart = false;
    const last = nodes.at(-1);
    if (last?.type === 'text') nodes[nodes.length - 1] = { ...last, value: last.value + value, to };
    else nodes.push({ type: 'text', value, from, to });
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
