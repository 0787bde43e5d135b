/**
 * Texts with very many marks, as the editor's parser has read them: the reading view's own would compare each mark with all before it.
 */
import type { SyntaxNode } from '@lezer/common';
import type { Nodes, PhrasingContent, Root } from 'mdast';
import { decodeString } from 'micromark-util-decode-string';
import { texOf } from '../../../../../../markdown/src/kinds/formula/tex-of.ts';
import { PLAIN_REST } from '../../../../../../markdown/src/kinds/long-text/plain-rest.ts';
import { SHORT_TEXT } from '../../../../../../markdown/src/kinds/long-text/syntax.ts';
import { formulaNode, wikiNode } from './page-nodes.ts';

export interface LongText {
  readonly from: number;
  readonly to: number;
  readonly node: SyntaxNode;
  /** The beginning of its text in the text of the node. */
  readonly start: number;
  readonly read: Read;
}

const HOLDS_TEXT = /^(?:Paragraph|Task|TableCell|(?:ATX|Setext)Heading\d)$/;
const OUTSIDE: ReadonlySet<string> = new Set(['HeaderMark', 'TaskMarker', 'QuoteMark']);
const MARKS = /[!$&*<=[\\\]_`~]/g;
const MANY_MARKS = 1000;

type Read = (from: number, to: number) => string;

/** @param start of the piece of the text that is read */
export function longText(node: SyntaxNode, read: Read, start = 0): LongText | undefined {
  if (node.to - node.from < MANY_MARKS || !HOLDS_TEXT.test(node.name)) return undefined;
  const mark = node.getChild('HeaderMark') ?? node.getChild('TaskMarker');
  const from = mark && mark.from === node.from ? mark.to : node.from;
  const closing = node.lastChild?.name === 'HeaderMark' && node.lastChild.from > from ? node.lastChild : null;
  const to = closing?.from ?? node.to;
  const isLong = to - from > SHORT_TEXT || (read(from, to).match(MARKS)?.length ?? 0) > MANY_MARKS;
  return isLong ? { from: from - start, to: to - start, node, start, read } : undefined;
}

/** Whether it is a paragraph that is read as a whole from the editor's parser. */
export function isLongParagraph(node: SyntaxNode, read: Read): boolean {
  return node.name === 'Paragraph' && longText(node, read) !== undefined;
}

/** Puts them in the places that were left for them. */
export function fillLongTexts(root: Root, texts: ReadonlyMap<Nodes, LongText>): void {
  if (texts.size === 0) return;
  const notes = notesOf(root);
  const fill = (node: Nodes): void => {
    if (!('children' in node)) return;
    node.children = node.children.flatMap((child): Nodes[] => {
      const text = texts.get(child);
      if (text) return readLongText(text, notes);
      fill(child);
      return [child];
    }) as typeof node.children;
  };
  fill(root);
}

/** @returns the names of its footnotes */
export function notesOf({ children }: Root): ReadonlySet<string> {
  return new Set(children.flatMap((node) => (node.type === 'footnoteDefinition' ? [node.identifier] : [])));
}

export function readLongText(text: LongText, notes: ReadonlySet<string>): PhrasingContent[] {
  return new InlineReader(text, notes).all();
}

class InlineReader {
  readonly #text: LongText;
  readonly #read: Read;
  readonly #notes: ReadonlySet<string>;

  constructor(text: LongText, notes: ReadonlySet<string>) {
    this.#text = text;
    this.#read = text.read;
    this.#notes = notes;
  }

  all(): PhrasingContent[] {
    const { node, from, to, start } = this.#text;
    return this.between(node, from + start, to + start);
  }

  /** @returns what stands between two places of a node */
  between(parent: SyntaxNode, from: number, to: number): PhrasingContent[] {
    const nodes: PhrasingContent[] = [];
    let at = from;
    for (let child = parent.firstChild; child && child.from < to; child = child.nextSibling) {
      if (child.from < at) continue;
      nodes.push(...this.#words(at, child.from), ...this.#nodes(child));
      at = child.to;
    }
    return joined([...nodes, ...this.#words(at, to)]);
  }

  #words(from: number, to: number): PhrasingContent[] {
    // Spaces at the ends of lines, and those behind a quote's mark, are no text.
    const value = this.#read(from, to).replaceAll(/[ \t]*\n[ \t]*/g, '\n');
    return value === '' ? [] : [this.#placed({ type: 'text', value }, from, to)];
  }

  #nodes(node: SyntaxNode): PhrasingContent[] {
    const { name, from, to } = node;
    if (OUTSIDE.has(name)) return [];
    const source = () => this.#read(from, to);
    const [first, second] = node.getChildren(
      name === 'Link' || name === 'Image' ? 'LinkMark' : `${markOf(name)}`,
    );
    const inside = () => (first && second ? this.between(node, first.to, second.from) : []);
    switch (name) {
      case 'Emphasis':
        return [this.#placed({ type: 'emphasis', children: inside() }, from, to)];
      case 'StrongEmphasis':
        return [this.#placed({ type: 'strong', children: inside() }, from, to)];
      case 'Strikethrough':
        return [this.#placed({ type: 'delete', children: inside() }, from, to)];
      case 'Highlight':
        return [this.#placed({ type: 'emphasis', data: { hName: 'mark' }, children: inside() }, from, to)];
      case 'InlineCode':
        return [
          this.#placed(
            { type: 'inlineCode', value: this.#code(first?.to ?? from, second?.from ?? to) },
            from,
            to,
          ),
        ];
      case 'Formula':
        return [formulaNode(texOf(node, this.#read), source().startsWith('$$') ? 'line' : 'text')];
      case 'WikiLink':
        return [wikiNode(source())];
      case 'Footnote':
        return this.#footnote(source());
      case 'Link':
      case 'Image':
        return [this.#placed(this.#link(node, inside()), from, to)];
      case 'Autolink':
      case 'URL':
        return [this.#address(source().replace(/^<|>$/g, ''))];
      case 'HardBreak':
        return [{ type: 'break' }];
      case 'Escape':
      case 'Entity':
        return [this.#placed({ type: 'text', value: decodeString(source()) }, from, to)];
      case 'PlainRest':
        return [PLAIN_REST_NOTE, ...this.#words(from, to)];
      default:
        // Tags are shown as they are.
        return [this.#placed({ type: 'html', value: source() }, from, to)];
    }
  }

  /** Lines and columns are asked of blocks alone. */
  #placed<Node extends PhrasingContent>(node: Node, from: number, to: number): Node {
    const place = (at: number) => ({ line: 1, column: 1, offset: at - this.#text.start });
    return { ...node, position: { start: place(from), end: place(to) } };
  }

  #code(from: number, to: number): string {
    const value = this.#read(from, to).replaceAll('\n', ' ');
    return /^ .*[^ ].* $/.test(value) ? value.slice(1, -1) : value;
  }

  #footnote(source: string): PhrasingContent[] {
    const label = source.replace(/^!/, '').slice(2, -1);
    const identifier = label.toLowerCase();
    if (!this.#notes.has(identifier)) return [{ type: 'text', value: source }];
    return [{ type: 'footnoteReference', identifier, label }];
  }

  #address(address: string): PhrasingContent {
    const begins = /^www\./i.test(address) ? 'http://' : /^[^:/]+@/.test(address) ? 'mailto:' : '';
    return { type: 'link', url: begins + address, children: [{ type: 'text', value: address }] };
  }

  #link(node: SyntaxNode, children: PhrasingContent[]): PhrasingContent {
    const isImage = node.name === 'Image';
    const alt = isImage ? children.map(wordsOf).join('') : '';
    const url = node.getChild('URL');
    const label = node.getChild('LinkLabel');
    const marks = node.getChildren('LinkMark');
    if (!url && marks.length < 3) {
      const [first, second] = marks;
      const said = this.#read(first?.to ?? node.from, second?.from ?? node.to);
      const named = label ? this.#read(label.from + 1, label.to - 1) : '';
      const reference = {
        identifier: (named || said).replaceAll(/\s+/g, ' ').trim().toLowerCase(),
        label: named || said,
        referenceType: named !== '' ? 'full' : label ? 'collapsed' : 'shortcut',
      } as const;
      return isImage
        ? { type: 'imageReference', alt, ...reference }
        : { type: 'linkReference', children, ...reference };
    }
    const title = node.getChild('LinkTitle');
    const target = {
      url: url ? decodeString(this.#read(url.from, url.to).replace(/^<|>$/g, '')) : '',
      title: title ? decodeString(this.#read(title.from + 1, title.to - 1)) : null,
    };
    return isImage ? { type: 'image', alt, ...target } : { type: 'link', children, ...target };
  }
}

const PLAIN_REST_NOTE: PhrasingContent = {
  type: 'inlineCode',
  value: PLAIN_REST,
  data: { hName: 'span', hProperties: { className: ['plain-rest-note'], role: 'note' } },
};

function markOf(name: string): string {
  if (name === 'InlineCode') return 'CodeMark';
  return name === 'StrongEmphasis' ? 'EmphasisMark' : `${name}Mark`;
}

function wordsOf(node: Nodes): string {
  if ('children' in node) return node.children.map(wordsOf).join('');
  return 'value' in node ? node.value : 'alt' in node ? (node.alt ?? '') : '';
}

function joined(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const all: PhrasingContent[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (node.type !== 'text' || last?.type !== 'text') all.push(node);
    else {
      last.value += node.value;
      if (last.position && node.position) last.position.end = node.position.end;
    }
  }
  return all;
}
