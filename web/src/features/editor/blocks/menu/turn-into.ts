/**
 * Turns whole blocks into others: their marks change, their words stay. Blocks nested in an item go with it into another
 * list, and follows below where it becomes something else.
 */
import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state';
import { type TextEdit, textEdits } from '../../../document/moves/edits/text-changes.ts';
import { bareText, fence, isListKind, type TargetKind, writeText } from '../block-text.ts';
import { withItemsKept } from '../lines/kept-items.ts';
import {
  type Block,
  type BlockRange,
  blockAfter,
  blockBefore,
  parentOf,
  selectedBlocks,
} from '../read-blocks.ts';
import { areCounted, renumbered } from '../renumber.ts';
import { separator } from '../separators.ts';

const TASK = /^[ ]*(?:[-*+]|\d{1,9}[.)])[ ]+\[[ xX]\]/;

/** @returns what this block is already */
export function kindOf(state: EditorState, { name, from, node }: Block): TargetKind | undefined {
  const level = /^(?:ATX|Setext)Heading([123])$/.exec(name)?.[1];
  if (level === '1' || level === '2' || level === '3') return `heading-${level}`;
  if (name === 'Paragraph') return 'text';
  if (name === 'Blockquote') return 'quote';
  if (name === 'FencedCode' || name === 'CodeBlock') return 'code';
  if (name !== 'ListItem') return undefined;
  if (TASK.test(state.doc.lineAt(from).text)) return 'tasks';
  return node.parent?.name === 'OrderedList' ? 'numbers' : 'bullets';
}

/** @returns whether anything can be made of it: of a table or a rule nothing can */
export function canTurn(state: EditorState, block: Block): boolean {
  return kindOf(state, block) !== undefined || /^ATXHeading/.test(block.name);
}

/** Turns the selected blocks into this. Those that are it already stay. */
export function turnInto(kind: TargetKind): StateCommand {
  return ({ state, dispatch }) => {
    const selected = selectedBlocks(state);
    if (state.readOnly || !selected) return false;
    const blocks = blocksIn(state, selected);
    const turned = blocks.filter((block) => canTurn(state, block) && kindOf(state, block) !== kind);
    if (turned.length === 0) return false;
    const isOneCode = kind === 'code' && blocks.length > 1;
    const words = isOneCode
      ? fenceAll(state, selected)
      : turned.flatMap((block) => rewrite(state, block, kind));
    const space = isOneCode ? [] : spacing(state, blocks, new Set(turned), kind);
    const rewritten = state.changes([...words, ...space].sort((one, other) => one.from - other.from));
    const next = state.update({ changes: rewritten }).state;
    const places = blocks.map(({ from }) => rewritten.mapPos(from, 1));
    const numbers = next.changes(areCounted(state, blocks) ? renumbered(next, places) : []);
    const changes = withItemsKept(state, rewritten.compose(numbers));
    // A mark in front pushes the caret, one at the end does not.
    const place = (position: number) =>
      changes.mapPos(position, position === selected.last.to && position > selected.first.from ? -1 : 1);
    const { anchor, head } = state.selection.main;
    dispatch(
      state.update({
        changes,
        selection: EditorSelection.range(place(anchor), place(head)),
        scrollIntoView: true,
        userEvent: 'input.format',
      }),
    );
    return true;
  };
}

function blocksIn(state: EditorState, { first, last }: BlockRange): Block[] {
  const blocks = [first];
  let block: Block | undefined = first;
  while (block && block.from < last.from) {
    block = blockAfter(state, block);
    if (block) blocks.push(block);
  }
  return blocks;
}

function fenceAll(state: EditorState, { first, last }: BlockRange): TextEdit[] {
  const lines = fence(state.sliceDoc(first.from, last.to).split('\n'));
  const mark = lines[0] ?? '';
  return [
    { from: first.from, to: first.from, insert: `${mark}\n` },
    { from: last.to, to: last.to, insert: `\n${mark}` },
  ];
}

function rewrite(state: EditorState, block: Block, kind: TargetKind): TextEdit[] {
  const after = writeText(bareText(state, block), kind);
  return textEdits(block.from, state.sliceDoc(block.from, block.to), after);
}

/** Between the blocks, and between them and their neighbours. */
function spacing(
  state: EditorState,
  blocks: readonly Block[],
  turned: ReadonlySet<Block>,
  kind: TargetKind,
): TextEdit[] {
  // As which kind they stand there afterwards. Code keeps its distance.
  const name = isListKind(kind) ? 'ListItem' : kind.startsWith('heading') ? 'ATXHeading1' : 'Paragraph';
  const later = blocks.map((block) => (turned.has(block) ? { ...block, name } : block));
  const [first] = blocks;
  const last = blocks.at(-1);
  const isItem = isListKind(kind);
  const above = first && (blockBefore(state, first) ?? (isItem ? undefined : textAbove(state, first)));
  const below = last && blockAfter(state, last);
  const row = [...(above ? [above] : []), ...later, ...(below ? [below] : [])];
  return row.slice(1).flatMap((block, index) => {
    const before = row[index];
    if (!before) return [];
    const current = state.sliceDoc(before.to, block.from);
    const insert = separator(state, before, block, current);
    return textEdits(before.to, current, insert);
  });
}

/** The words of the item that this one is the first nested under. */
function textAbove(state: EditorState, block: Block): Block | undefined {
  const parent = parentOf(block);
  const { number } = state.doc.lineAt(block.from);
  if (!parent || number === 1) return undefined;
  const { from, to } = state.doc.line(number - 1);
  return { name: 'Paragraph', from, to, node: parent };
}
