/** Numbered lists count on after their items have moved, where they counted before. */
import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { lineMarks } from './lines/line-marks.ts';
import { type Block, blocksAt, isSameNode, toBlock, treeUpTo } from './read-blocks.ts';

/** @returns whether the numbers in the lists of these blocks go up by one, or there are none */
export function areCounted(state: EditorState, blocks: readonly Block[]): boolean {
  return blocks.every(({ node }) => isSequence(numbersOf(state, node.parent)));
}

/** @returns the number that the list of this item begins with; undefined for other blocks */
export function lowestNumber(state: EditorState, { node }: Block): number | undefined {
  const numbers = numbersOf(state, node.parent);
  return numbers.length > 0 ? Math.min(...numbers) : undefined;
}

/**
 * @param lowest a number that is taken away
 * @returns what to change so that the numbered lists at these places count from their lowest number
 */
export function renumbered(
  state: EditorState,
  places: readonly number[],
  lowest = Number.POSITIVE_INFINITY,
): ChangeSpec[] {
  const lists = new Map<number, SyntaxNode>();
  for (const place of places) {
    for (const { node } of blocksAt(state, place))
      if (node.parent?.name === 'OrderedList') lists.set(node.parent.from, node.parent);
  }
  return [...lists.values()].flatMap((list) =>
    countUp(state, list, Math.min(lowest, ...numbersOf(state, list))),
  );
}

/** @returns the same for all numbered lists around these places, in quotes, too */
export function recounted(state: EditorState, places: readonly number[]): ChangeSpec[] {
  const lists = new Map(
    places.flatMap((place) => listsAround(state, place)).map((list) => [list.from, list]),
  );
  return [...lists.values()].flatMap((list) => countUp(state, list, Math.min(...numbersOf(state, list))));
}

/** @returns what to change so that the innermost numbered list around this place, also in a quote, begins with this number */
export function countedFrom(state: EditorState, place: number, start: number): ChangeSpec[] {
  const list = listsAround(state, place).at(-1);
  return list ? countUp(state, list, start) : [];
}

/** The outermost first. */
function listsAround(state: EditorState, place: number): SyntaxNode[] {
  treeUpTo(state, place);
  return lineMarks(state, state.doc.lineAt(place)).marks.flatMap(({ node }) =>
    node.name === 'ListItem' && node.parent?.name === 'OrderedList' ? [node.parent] : [],
  );
}

function countUp(state: EditorState, list: SyntaxNode, start: number): ChangeSpec[] {
  const numbers = numbersOf(state, list);
  const changes: ChangeSpec[] = [];
  list.getChildren('ListItem').forEach((item, index) => {
    const from = numberFrom(item);
    const old = String(numbers[index]);
    const insert = String(start + index);
    if (old === insert) return;
    changes.push({ from, to: from + old.length, insert });
    if (insert.length !== old.length) changes.push(...shifted(state, item, insert.length - old.length));
  });
  return changes;
}

/** Nested blocks follow the text that its number has moved. */
function shifted(state: EditorState, item: SyntaxNode, by: number): ChangeSpec[] {
  const { from, to } = toBlock(state, item);
  const changes: ChangeSpec[] = [];
  for (let at = state.doc.lineAt(from).to + 1; at <= to; at = state.doc.lineAt(at).to + 1) {
    const { marks } = lineMarks(state, state.doc.lineAt(at));
    const indent = marks.find(({ kind, node }) => kind === 'indent' && isSameNode(node, item));
    if (!indent) continue;
    if (by > 0) changes.push({ from: indent.from, insert: ' '.repeat(by) });
    else if (state.sliceDoc(indent.from, indent.from - by) === ' '.repeat(-by))
      changes.push({ from: indent.from, to: indent.from - by });
  }
  return changes;
}

function numbersOf(state: EditorState, list: SyntaxNode | null): number[] {
  if (list?.name !== 'OrderedList') return [];
  return list.getChildren('ListItem').map((item) => {
    const from = numberFrom(item);
    return Number.parseInt(state.sliceDoc(from, from + 9), 10);
  });
}

/** An item that stands further in than its list begins with the spaces in front of it. */
function numberFrom(item: SyntaxNode): number {
  return item.getChild('ListMark')?.from ?? item.from;
}

function isSequence(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => number === (numbers[0] ?? 0) + index);
}
