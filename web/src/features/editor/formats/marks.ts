/** The marks of formats: those that a text has, and those that it gets. */
import { syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import type { Piece } from './format-pieces.ts';
import { type InlineFormat, isFormat, MARKS } from './formats.ts';

const ENDS = {
  tildes: { first: /^~+/, last: /(?<!\\)~+$/ },
  equals: { first: /^=+/, last: /(?<!\\)=+$/ },
} as const;
// A backslash in them would be one of their letters.
const NO_LETTERS = /^(?:.*Mark|URL|InlineCode|Escape|Formula|HTMLTag|WikiLink)$/;

/** @returns the first mark of a format and the last; with those of code go the spaces that set it apart from them */
export function marksOf(state: EditorState, { name, firstChild, lastChild }: SyntaxNode): Piece[] {
  if (!firstChild || !lastChild || firstChild.to > lastChild.from) return [];
  const code = name === 'InlineCode' ? state.sliceDoc(firstChild.to, lastChild.from) : '';
  const space = /^ .*\S.* $/s.test(code) ? 1 : 0;
  return [
    { from: firstChild.from, to: firstChild.to + space },
    { from: lastChild.from - space, to: lastChild.to },
  ];
}

/** @returns where the first word begins of a text that begins here, after the marks of formats and links before it */
export function firstWordFrom(state: EditorState, textFrom: number): number {
  let at = textFrom;
  for (;;) {
    let outer: SyntaxNode | undefined;
    for (
      let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, 1);
      node?.from === at;
      node = node.parent
    )
      if (isFormat(node.name) || node.name === 'Link') outer = node;
    const mark = outer && marksOf(state, outer)[0];
    if (!mark || mark.to <= at) return at;
    at = mark.to;
  }
}

/**
 * Marks around a piece. Those that it has inside already would end what these begin, and beside those of a neighbour they
 * would be read otherwise: the two become one.
 */
export function mark(state: EditorState, { from, to }: Piece, format: InlineFormat): ChangeSpec[] {
  const inside: Change[] = [];
  let left: Piece = { from, to: from };
  let right: Piece = { from: to, to };
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      const [first, last] = marksOf(state, node);
      if (name === format && first && last) {
        if (node.to === from) left = first;
        else inside.push(first);
        if (node.from === to) right = last;
        else inside.push(last);
      } else if (name === 'URL' && format === 'Highlight' && isBare(state, node, to)) {
        // Signs of equality are part of an address that nothing ends.
        inside.push({ from: node.from, insert: '<' }, { from: node.to, insert: '>' });
      } else if (name === 'Escape' && format === 'InlineCode') {
        // In code a backslash is one.
        inside.push({ from: node.from, to: node.from + 1 });
      }
    },
  });
  const text = textAfter(state, { from: left.to, to: right.from }, inside);
  const [opening, closing] = marksAround(text, format);
  const apart = (position: number, side: 1 | -1) => escapedSigns(state, position, side, format);
  return [
    ...apart(left.from, -1),
    replaced(state, left, opening),
    ...(left.to === from ? apart(from, 1) : []),
    ...inside,
    ...apart(to, -1),
    replaced(state, right, closing),
    ...apart(right.to, 1),
  ];
}

/** A tilde that is a letter, as in `@~1.2`, and a mark of tildes beside it would be a longer mark, which marks nothing. */
function escapedSigns(
  state: EditorState,
  position: number,
  side: 1 | -1,
  format: InlineFormat,
): ChangeSpec[] {
  if (format !== 'Strikethrough' && format !== 'Highlight') return [];
  const line = state.doc.lineAt(position);
  const beside = side === 1 ? state.sliceDoc(position, line.to) : state.sliceDoc(line.from, position);
  const run = (format === 'Highlight' ? ENDS.equals : ENDS.tildes)[side === 1 ? 'first' : 'last'].exec(
    beside,
  );
  const { name } = syntaxTree(state).resolveInner(position, side);
  if (!run || NO_LETTERS.test(name)) return [];
  const start = side === 1 ? position : position - run[0].length;
  return [...run[0]].map((_, index) => ({ from: start + index, insert: '\\' }));
}

interface Change {
  readonly from: number;
  readonly to?: number;
  readonly insert?: string;
}

export function replaced(state: EditorState, { from, to }: Piece, insert: string): ChangeSpec {
  return state.sliceDoc(from, to) === insert ? [] : { from, to, insert };
}

/** Around code as many backticks as stand together nowhere in it, and a space beside one of its own. */
export function marksAround(text: string, format: InlineFormat): readonly [opening: string, closing: string] {
  if (format !== 'InlineCode') return [MARKS[format], MARKS[format]];
  const runs = new Set((text.match(/`+/g) ?? []).map(({ length }) => length));
  let size = 1;
  while (runs.has(size)) size++;
  const fence = '`'.repeat(size);
  return /^`|`$|^ .*\S.* $/s.test(text) ? [`${fence} `, ` ${fence}`] : [fence, fence];
}

function textAfter(state: EditorState, { from, to }: Piece, changes: readonly Change[]): string {
  const changed = state.changes(changes).apply(state.doc);
  return changed.sliceString(from, to + changed.length - state.doc.length);
}

/** Whether nothing ends the address before this place. */
function isBare(state: EditorState, { parent, to }: SyntaxNode, end: number): boolean {
  const isIn = parent?.name === 'Link' || parent?.name === 'Autolink' || parent?.name === 'Image';
  return !isIn && to <= end && !/[\s<]/.test(state.sliceDoc(to, end));
}
