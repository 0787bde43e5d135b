/** List items: their indentation, and bullets, numbers and boxes in place of what marks them. */
import type { EditorState } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import type { Decorations } from './decorations.ts';
import { isRevealed } from './reveal.ts';
import { BulletWidget, TaskWidget } from './widgets/marker-widgets.ts';

const DEEPEST = 9;
const DEPTHS = Array.from({ length: DEEPEST }, (_, depth) =>
  Decoration.line({ class: `cm-item cm-item-${depth + 1}` }),
);
const DONE = Decoration.mark({ class: 'cm-done' });
const BULLET = new BulletWidget('');

export function decorateListItem(node: SyntaxNodeRef, state: EditorState, out: Decorations): void {
  const item = node.node;
  const mark = item.getChild('ListMark');
  if (!mark) return;
  const line = state.doc.lineAt(mark.from);
  // The second item of "- - a" shares its line with the first.
  const isFirst = state.sliceDoc(line.from, mark.from).trim() === '';
  const task = item.getChild('Task')?.getChild('TaskMarker') ?? null;
  if (isFirst) out.push((DEPTHS[Math.min(depthOf(node), DEEPEST) - 1] ?? plain).range(line.from));
  const isDone = task !== null && state.sliceDoc(task.from + 1, task.to - 1).toLowerCase() === 'x';
  if (task && isDone && task.to + 1 < line.to) out.push(DONE.range(task.to + 1, line.to));

  const end = task ? task.to : mark.to;
  const start = isFirst ? line.from : mark.from;
  if (isRevealed(state, start, end)) return;
  const space = state.sliceDoc(end, end + 1) === ' ' ? 1 : 0;
  // Nothing behind the mark yet: it is still being typed.
  if (space === 0 && !task) return;
  const label = state.sliceDoc(mark.from, mark.to);
  const widget = task ? new TaskWidget(isDone) : /\d/.test(label) ? new BulletWidget(label) : BULLET;
  out.push(Decoration.replace({ widget }).range(start, end + space));
}

const plain = Decoration.line({ class: 'cm-item' });

function depthOf(node: SyntaxNodeRef): number {
  let depth = 0;
  for (let parent = node.node.parent; parent; parent = parent.parent) {
    if (parent.name === 'BulletList' || parent.name === 'OrderedList') depth++;
  }
  return depth;
}
