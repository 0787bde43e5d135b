/**
 * The marks at a line's beginning: what the quotes and items around it put there, and what makes the line a heading, a
 * task or a callout. The words begin after them.
 */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState, Line } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';
import { calloutOf } from '../../../../../../markdown/src/kinds/callout/syntax.ts';
import { holdsLines } from '../../markdown/block-groups.ts';

export interface LineMark {
  /**
   * `indent` stands before the further lines of an item, or before a text. `empty` will be an item as soon as there is a word in
   * it: right below a text, Markdown has no empty ones.
   */
  readonly kind:
    | 'quote'
    | 'bullet'
    | 'number'
    | 'task'
    | 'heading'
    | 'callout'
    | 'footnote'
    | 'indent'
    | 'empty';
  readonly from: number;
  /** After the space that belongs to it. */
  readonly to: number;
  /** The block that it marks; of an indentation, the item or the text. */
  readonly node: SyntaxNode;
}

export interface LineMarks {
  readonly line: Line;
  /** The outermost first. Together they reach from the line's beginning to its words. */
  readonly marks: readonly LineMark[];
  readonly textFrom: number;
  /** The innermost block that the line belongs to; the page itself for a blank line. */
  readonly block: SyntaxNode;
}

// Marks are short, but a line may be as long as a page.
const PARSE_MS = 20;
const CONTAINERS: ReadonlySet<string> = new Set(['Blockquote', 'ListItem', 'FootnoteDefinition']);
const TEXTS = /^(?:Paragraph|Task|SetextHeading\d)$/;
const SPACES = /^[ \t]*/;
const EMPTY_ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]*)?$/;

export function lineMarks(state: EditorState, line: Line): LineMarks {
  return new Reader(state, line).read();
}

/** @returns where the words begin in the line at this place */
export function textStart(state: EditorState, position: number): number {
  return lineMarks(state, state.doc.lineAt(position)).textFrom;
}

// By the place where an item begins.
const itemWidths = new WeakMap<Tree, Map<number, number>>();

class Reader {
  readonly #state: EditorState;
  readonly #line: Line;
  readonly #tree: Tree;
  readonly #marks: LineMark[] = [];
  #at: number;

  constructor(state: EditorState, line: Line) {
    this.#state = state;
    this.#line = line;
    this.#tree = ensureSyntaxTree(state, line.to, PARSE_MS) ?? syntaxTree(state);
    this.#at = line.from;
  }

  read(): LineMarks {
    const last = this.#lastNode();
    const block = blockOf(last);
    for (const container of containersOf(last)) if (!this.#enter(container)) break;
    this.#readOwn(block);
    return { line: this.#line, marks: this.#marks, textFrom: this.#at, block };
  }

  /** The node at the first sign that is no mark, or else of the last mark. */
  #lastNode(): SyntaxNode {
    let at = this.#line.from;
    let last: SyntaxNode = this.#tree.topNode;
    for (;;) {
      const start = at + this.#spacesAt(at);
      if (start >= this.#line.to) return last;
      const node = this.#tree.resolve(start, 1);
      if (!isContainerMark(node) || node.from !== start) return node;
      last = node;
      // The mark of a footnote ends behind its name.
      at = (node.name === 'FootnoteMark' && node.parent?.getChildren(node.name)[1]?.to) || node.to;
    }
  }

  /** @returns whether its mark is in this line: the further lines of a text may do without */
  #enter(container: SyntaxNode): boolean {
    if (container.name === 'Blockquote') return this.#enterQuote(container);
    // To look among all children takes long, and there may be as many items around.
    const mark = container.firstChild;
    if (mark?.name !== (container.name === 'ListItem' ? 'ListMark' : 'FootnoteMark')) return false;
    if (container.from < this.#line.from) return this.#indent(container);
    const isFootnote = container.name === 'FootnoteDefinition';
    const to = (isFootnote ? (container.getChildren(mark.name)[1] ?? mark) : mark).to;
    const spaces = this.#spacesAt(to);
    // More than four begin code, and an empty item has one.
    const isText = spaces <= 4 && to + spaces < this.#line.to;
    const end = to + (isText ? spaces : Math.min(spaces, 1));
    if (isFootnote) this.#push('footnote', end, container);
    else this.#push(container.parent?.name === 'OrderedList' ? 'number' : 'bullet', end, container);
    return true;
  }

  #enterQuote(quote: SyntaxNode): boolean {
    const start = this.#at + this.#spacesAt(this.#at);
    const { name, from } = this.#tree.resolve(start, 1);
    // The tree leaves out the mark before the line beneath a heading.
    const isUnderline = name.startsWith('Setext') && from < this.#line.from && this.#read(start, 1) === '>';
    if ((name !== 'QuoteMark' || from !== start) && !isUnderline) return false;
    const to = start + 1;
    this.#push('quote', to + (this.#read(to, 1) === ' ' ? 1 : 0), quote);
    return true;
  }

  #indent(item: SyntaxNode): boolean {
    const width = item.name === 'ListItem' ? this.#widthOf(item) : 4;
    // No more of the spaces: each item around takes some of them.
    const text = this.#read(this.#at, width);
    let [length, column] = [0, 0];
    for (; column < width && isSpace(text[length]); length++)
      column += text[length] === '\t' ? 4 - (column % 4) : 1;
    if (length > 0) this.#push('indent', this.#at + length, item);
    return true;
  }

  /** Each item is measured once: those around it are asked for theirs, and would ask those around them again and again. */
  #widthOf(item: SyntaxNode): number {
    const widths = itemWidths.get(this.#tree) ?? new Map<number, number>();
    itemWidths.set(this.#tree, widths);
    let width = widths.get(item.from);
    if (width === undefined) {
      width = itemWidth(this.#state, item);
      widths.set(item.from, width);
    }
    return width;
  }

  #readOwn(block: SyntaxNode): void {
    const start = this.#at + this.#spacesAt(this.#at);
    if (block.name.startsWith('ATXHeading')) {
      const mark = block.getChild('HeaderMark');
      if (mark?.from === start) this.#push('heading', mark.to + this.#spacesAt(mark.to), block);
    } else if (TEXTS.test(block.name)) {
      const isEmpty = start < this.#line.to && EMPTY_ITEM.test(this.#read(start, this.#line.to - start));
      const marker = block.getChild('TaskMarker');
      if (isEmpty && block.from < this.#line.from) this.#push('empty', this.#line.to, block);
      else if (marker && marker.from >= this.#line.from && marker.to < this.#line.to)
        this.#push('task', marker.to + 1, block);
      else if (start > this.#at && start < this.#line.to) this.#push('indent', start, block);
      else this.#readCallout(block);
    }
  }

  #readCallout({ parent }: SyntaxNode): void {
    if (parent?.name !== 'Blockquote' || parent.from < this.#line.from) return;
    const callout = calloutOf(parent, (start, end) => this.#state.sliceDoc(start, end));
    if (callout) this.#push('callout', parent.from + callout.titleFrom, parent);
  }

  #push(kind: LineMark['kind'], to: number, node: SyntaxNode): void {
    this.#marks.push({ kind, from: this.#at, to, node });
    this.#at = to;
  }

  #spacesAt(position: number): number {
    const { text, from } = this.#line;
    const [spaces = ''] = SPACES.exec(text.slice(position - from)) ?? [];
    return spaces.length;
  }

  #read(position: number, length: number): string {
    return this.#line.text.substr(position - this.#line.from, length);
  }
}

/** How far the text of an item is from where its list begins. */
function itemWidth(state: EditorState, item: SyntaxNode): number {
  const { marks } = lineMarks(state, state.doc.lineAt(item.from));
  const mark = marks.find(({ node }) => node.from === item.from && node.name === item.name);
  return mark ? mark.to - mark.from : 2;
}

function isSpace(letter: string | undefined): boolean {
  return letter === ' ' || letter === '\t';
}

function isContainerMark({ name, parent }: SyntaxNode): boolean {
  return (
    name === 'QuoteMark' ||
    name === 'ListMark' ||
    (name === 'FootnoteMark' && parent?.name === 'FootnoteDefinition')
  );
}

function blockOf(node: SyntaxNode): SyntaxNode {
  let block = node;
  while (block.parent && !holdsLines(block.type)) block = block.parent;
  return block;
}

/** The outermost first. */
function containersOf(node: SyntaxNode): SyntaxNode[] {
  const containers: SyntaxNode[] = [];
  for (let one: SyntaxNode | null = node; one; one = one.parent)
    if (CONTAINERS.has(one.name)) containers.unshift(one);
  return containers;
}
