/** The link around a place in a page, and its parts. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

export interface FoundLink {
  readonly from: number;
  readonly to: number;
  /** The words that are shown. */
  readonly textFrom: number;
  readonly textTo: number;
  /** The address as it is written; empty in a link that has none yet. */
  readonly addressFrom: number;
  readonly addressTo: number;
  /** The address that it leads to. */
  readonly address: string;
  /** Whether it has a text of its own, or shows its address. */
  readonly isNamed: boolean;
}

const NAMES: ReadonlySet<string> = new Set(['Link', 'Autolink', 'URL']);

/** @returns the link that the place is in, or at whose end it is */
export function linkAt(state: EditorState, position: number): FoundLink | undefined {
  for (const side of [1, -1] as const) {
    let found: FoundLink | undefined;
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, side);
    // The outermost: an address is a part of its link.
    for (; node; node = node.parent) if (NAMES.has(node.name)) found = readLink(state, node) ?? found;
    if (found && found.from <= position && found.to >= position) return found;
  }
  return undefined;
}

/** @returns undefined for what is no link, or one whose address is elsewhere on the page */
export function readLink(state: EditorState, node: SyntaxNode): FoundLink | undefined {
  if (node.name === 'Link') return readNamed(state, node);
  if (node.name === 'Autolink') {
    const url = node.getChild('URL');
    return url ? readBare(state, node, url) : undefined;
  }
  const isPart = ['Link', 'Image', 'LinkReference', 'Autolink'].some((name) => node.matchContext([name]));
  return node.name === 'URL' && !isPart ? readBare(state, node, node) : undefined;
}

function readBare(state: EditorState, { from, to }: SyntaxNode, url: SyntaxNode): FoundLink {
  const address = state.sliceDoc(url.from, url.to);
  return {
    from,
    to,
    textFrom: url.from,
    textTo: url.to,
    addressFrom: url.from,
    addressTo: url.to,
    address,
    isNamed: false,
  };
}

function readNamed(state: EditorState, node: SyntaxNode): FoundLink | undefined {
  const [opening, closing, bracket, end] = node.getChildren('LinkMark');
  // [text] alone may be just that.
  if (!opening || !closing || !bracket || !end) return undefined;
  const url = node.getChild('URL');
  const written = url ? state.sliceDoc(url.from, url.to) : '';
  return {
    from: node.from,
    to: node.to,
    textFrom: opening.to,
    textTo: closing.from,
    addressFrom: url?.from ?? bracket.to,
    addressTo: url?.to ?? bracket.to,
    address: written.startsWith('<') ? written.slice(1, -1) : written,
    isNamed: true,
  };
}
