/** A block of code in the tree, without the spaces that its fence has in front. */
import type { SyntaxNode } from '@lezer/common';
import type { Placed } from '../../tree/nodes.ts';
import type { Inlines, NodeMakers } from '../../tree/reading.ts';

export interface Code extends Placed {
  readonly type: 'code';
  /** The words after the fence: the language first. */
  readonly info: string;
  readonly value: string;
}

export interface InlineCode extends Placed {
  readonly type: 'inlineCode';
  readonly value: string;
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly code: Code;
  }
  interface InlineNodes {
    readonly inlineCode: InlineCode;
  }
}

export const nodes: NodeMakers = {
  blocks: {
    FencedCode: (node, { page }) => makeCode(node, page.read),
    CodeBlock: (node, { page }) => makeCode(node, page.read),
  },
  inlines: {
    InlineCode: (node, inlines) => [
      { type: 'inlineCode', value: codeIn(node, inlines), from: node.from, to: node.to },
    ],
  },
};

function codeIn(node: SyntaxNode, { page: { read }, place }: Inlines): string {
  let value = '';
  let at = node.firstChild?.to ?? node.from;
  for (const { from, to } of node.getChildren('QuoteMark')) {
    value += read(at, from);
    at = read(to, to + 1) === ' ' ? to + 1 : to;
  }
  value = (value + read(at, node.lastChild?.from ?? node.to))
    // Spaces at the beginning of a line are no text.
    .replaceAll(/\n[ \t]*/g, ' ');
  if (place === 'cell') value = value.replaceAll('\\|', '|');
  return /^ .*[^ ].* $/.test(value) ? value.slice(1, -1) : value;
}

/** @returns the code of a block, without the spaces that its fence has in front, too */
function makeCode(node: SyntaxNode, read: (from: number, to: number) => string): Code {
  const { from, to } = node;
  const info = node.getChild('CodeInfo');
  const lines = node.getChildren('CodeText');
  const value = lines.map((line) => read(line.from, line.to)).join('');
  const indent = node.name === 'FencedCode' ? indentOf(node, lines[0], read) : 0;
  return {
    type: 'code',
    info: info ? read(info.from, info.to) : '',
    value: indent === 0 ? value : value.replaceAll(new RegExp(`^ {1,${indent}}`, 'gm'), ''),
    from,
    to,
  };
}

/** By how much the fence stands further right than the lines of the block around it begin. */
function indentOf(
  { from }: SyntaxNode,
  first: SyntaxNode | undefined,
  read: (from: number, to: number) => string,
): number {
  if (!first) return 0;
  const column = (place: number) => place - lineStart(place, read);
  const spaces = / *$/.exec(read(lineStart(from, read), from))?.[0].length ?? 0;
  return Math.min(Math.max(column(from) - column(first.from), 0), spaces, 3);
}

function lineStart(place: number, read: (from: number, to: number) => string): number {
  let size = 128;
  for (;;) {
    const before = read(Math.max(0, place - size), place);
    const end = before.lastIndexOf('\n');
    if (end !== -1) return place - before.length + end + 1;
    if (before.length === place) return 0;
    size *= 4;
  }
}
