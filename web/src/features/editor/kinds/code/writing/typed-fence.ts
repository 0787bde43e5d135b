/**
 * A third backtick on a line of its own opens a block that is closed at once, with the caret in it: nothing that is typed
 * next can be taken for the language. At the end of a block it is the habit of closing it by hand.
 */
import { syntaxTree } from '@codemirror/language';
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Extension,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { stepBelow } from '../../../blocks/step-below.ts';
import { codeBlockAt, codeStart, type FencedBlock, isInCode } from '../../../markdown/code-block-at.ts';
import { isPreviewing } from '../../../view/reveal.ts';

const TWO_BACKTICKS = /^((?:\s*(?:>|(?:[-*+]|\d{1,9}[.)])\s))*\s*)(\[[ xX]\]\s+)?``$/;
const CODE: ReadonlySet<string> = new Set(['FencedCode', 'CodeBlock', 'FrontMatter']);

export const typedFences: Extension = EditorView.inputHandler.of((view, from, to, text) => {
  const step = isPreviewing(view.state) ? typedFence(view.state, from, to, text) : undefined;
  if (step) view.dispatch(step);
  return step !== undefined;
});

/** @returns undefined where typing is just typing */
export function typedFence(
  state: EditorState,
  from: number,
  to: number,
  text: string,
): TransactionSpec | undefined {
  if (text !== '`' || from !== to || state.readOnly || state.selection.ranges.length > 1) return undefined;
  const line = state.doc.lineAt(from);
  if (from !== line.to) return undefined;
  const block = codeBlockAt(state, from);
  if (block) return isInCode(state, block, from) ? fenceInside(state, block, from) : undefined;
  const [, prefix, box] = TWO_BACKTICKS.exec(line.text) ?? [];
  if (prefix === undefined || isCode(state, from)) return undefined;
  // A list's mark stands before its first line only, a quote's before each.
  const inside = `${state.lineBreak}${prefix.replaceAll(/[^>\s]/g, ' ')}`;
  // After the box of a task there is text: its code begins below.
  const opening = `${box === undefined ? '' : inside}\`\`\``;
  return {
    changes: { from: from - 2, to: from, insert: `${opening}${inside}${inside}\`\`\`` },
    selection: EditorSelection.cursor(from - 2 + opening.length + inside.length),
    scrollIntoView: true,
    userEvent: 'input.complete',
  };
}

function isCode(state: EditorState, position: number): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  for (; node; node = node.parent) if (CODE.has(node.name)) return true;
  return false;
}

function fenceInside(state: EditorState, block: FencedBlock, at: number): TransactionSpec | undefined {
  const line = state.doc.lineAt(at);
  const written = state.sliceDoc(codeStart(block, line), at).trimStart();
  const isFence = block.fence[0] === '`' && /^`+$/.test(written) && written.length + 1 >= block.fence.length;
  if (!isFence) return undefined;
  if (line.number === block.last && block.closing) {
    const isOnly = block.first === block.last;
    const removal = { from: isOnly ? codeStart(block, line) : line.from - 1, to: at };
    return stepBelow(state, block, removal);
  }
  const length = Math.max(block.fence.length, written.length + 2);
  return {
    ...lengthened(block, [{ from: at, insert: '`' }], length),
    selection: EditorSelection.cursor(at + 1 + length - block.fence.length),
    scrollIntoView: true,
    userEvent: 'input.type',
  };
}

interface Insertion {
  readonly from: number;
  readonly to?: number;
  readonly insert: string;
}

/** Makes the fences so long that nothing in the code ends the block. */
export function lengthened(
  block: FencedBlock,
  changes: readonly Insertion[],
  length: number,
): { readonly changes: ChangeSpec } {
  const insert = (block.fence[0] ?? '`').repeat(Math.max(0, length - block.fence.length));
  if (insert === '') return { changes };
  return {
    changes: [
      { from: block.from, insert },
      ...changes,
      ...(block.closing ? [{ from: block.to, insert }] : []),
    ],
  };
}
