/** Whether a move leaves every block the kind that it is: Markdown reads some lines by what is around them. */
import type { EditorState, Transaction, TransactionSpec } from '@codemirror/state';
import { isList, treeUpTo } from './read-blocks.ts';

/** @returns the step; undefined where a block would become part of another, or the page's front matter */
export function withSameBlocks(state: EditorState, spec: TransactionSpec): TransactionSpec | undefined {
  const step = state.update(spec);
  const [before, after] = changedSpans(step);
  const names = blockNames(state, before);
  const others = blockNames(step.state, after);
  return names.length === others.length && names.every((name, index) => name === others[index])
    ? spec
    : undefined;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

// The breaks beside a change, and a letter of the lines that end and begin there.
const NEIGHBOURS = 2;

/** From the first change to the last with their neighbours, in the text before and in the one after. */
function changedSpans({ changes }: Transaction): [Span, Span] {
  const before = { from: Number.POSITIVE_INFINITY, to: 0 };
  const after = { from: Number.POSITIVE_INFINITY, to: 0 };
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    before.from = Math.min(before.from, Math.max(fromA - NEIGHBOURS, 0));
    before.to = Math.max(before.to, toA + NEIGHBOURS);
    after.from = Math.min(after.from, Math.max(fromB - NEIGHBOURS, 0));
    after.to = Math.max(after.to, toB + NEIGHBOURS);
  });
  return [before, after];
}

/** The outermost blocks that this part of the page touches, and the items of lists at every depth. */
function blockNames(state: EditorState, { from, to }: Span): string[] {
  const names: string[] = [];
  treeUpTo(state, to).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      if (name === 'Document' || isList(node)) return true;
      const parent = node.parent;
      if (parent?.name === 'ListItem') return false;
      names.push(name);
      return name === 'ListItem';
    },
  });
  return names.sort();
}
