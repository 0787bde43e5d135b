/** List items: their indentation, and bullets, numbers and boxes in place of what marks them. */
import type { EditorState } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { type Decorations, HIDDEN } from '../../view/decorations.ts';
import { BulletWidget, TaskWidget } from '../../view/marker-widgets.ts';
import { isRevealed } from '../../view/reveal.ts';

export const DEEPEST_ITEM = 9;
const DEPTHS = Array.from({ length: DEEPEST_ITEM }, (_, depth) =>
  Decoration.line({ class: `cm-item cm-item-${depth + 1}` }),
);
const CONTINUED = Array.from({ length: DEEPEST_ITEM }, (_, depth) =>
  Decoration.line({ class: `cm-item cm-item-${depth + 1} cm-item-continued` }),
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
  const said = item.getChild('Task');
  const task = said?.getChild('TaskMarker') ?? null;
  const level = Math.min(itemDepth(node), DEEPEST_ITEM) - 1;
  if (isFirst) out.push((DEPTHS[level] ?? plain).range(line.from));
  decorateContinued(item, state, CONTINUED[level] ?? plain, out);
  const isDone = task !== null && state.sliceDoc(task.from + 1, task.to - 1).toLowerCase() === 'x';
  if (said && task && isDone && task.to + 1 < said.to) out.push(DONE.range(task.to + 1, said.to));

  const end = task ? task.to : mark.to;
  const start = isFirst ? line.from : mark.from;
  if (isRevealed(state, start, end)) return;
  const space = state.sliceDoc(end, end + 1) === ' ' ? 1 : 0;
  // Nothing after the mark yet: it is still being typed.
  if (space === 0 && !task) return;
  const label = state.sliceDoc(mark.from, mark.to);
  const widget = task ? new TaskWidget(isDone) : /\d/.test(label) ? new BulletWidget(label) : BULLET;
  out.push(Decoration.replace({ widget }).range(start, end + space));
}

/** The item's other lines begin where its first one does, however many spaces stand before them. */
function decorateContinued(item: SyntaxNode, state: EditorState, look: Decoration, out: Decorations): void {
  const first = state.doc.lineAt(item.from).number;
  for (let text = item.firstChild; text; text = text.nextSibling) {
    // If HTML is a toggle, the rest of its lines is out of sight.
    const isHtml = text.name === 'HTMLBlock';
    if (text.name !== 'Paragraph' && text.name !== 'Task' && !isHtml) continue;
    const last = state.doc.lineAt(isHtml ? text.from : text.to).number;
    for (let number = Math.max(state.doc.lineAt(text.from).number, first + 1); number <= last; number++) {
      const line = state.doc.line(number);
      const start = line.from + (/^[ \t]*/.exec(line.text)?.[0].length ?? 0);
      // In a quote, spaces come after its mark.
      if (line.text[start - line.from] === '>' || isRevealed(state, line.from, start - 1)) continue;
      out.push(look.range(line.from));
      if (start > line.from) out.push(HIDDEN.range(line.from, start));
    }
  }
}

const plain = Decoration.line({ class: 'cm-item' });

/** @returns how many lists are around it */
export function itemDepth(node: SyntaxNodeRef): number {
  let depth = 0;
  for (let parent = node.node.parent; parent; parent = parent.parent) {
    if (parent.name === 'BulletList' || parent.name === 'OrderedList') depth++;
  }
  return depth;
}
