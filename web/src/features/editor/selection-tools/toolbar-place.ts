/** Places the tools for the selection: above it, or below where there is no room or the phone's own menu is. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { isPreviewing } from '../view/reveal.ts';

export interface ToolbarPlace {
  /** The middle of what is selected, as far as the toolbar has room there, in what it is placed in. */
  readonly x: number;
  readonly y: number;
  readonly isBelow: boolean;
}

const CODE: ReadonlySet<string> = new Set(['FencedCode', 'CodeBlock', 'CodeText', 'FrontMatter']);
// Heights of the page's bar, and of the toolbar with the space around it.
const BAR_PX = 40;
const HEIGHT_PX = 52;
// The handles that a finger drags hang below the text.
const TOUCH_GAP_PX = 28;

/** @returns whether the selection is text that can be formatted */
export function hasTools(state: EditorState): boolean {
  const { main } = state.selection;
  if (main.empty || state.readOnly || !isPreviewing(state)) return false;
  if (state.sliceDoc(main.from, main.to).trim() === '') return false;
  return !isInCode(state, main.from) && !isInCode(state, main.to);
}

/** @param width of the toolbar; @returns undefined while the selection is out of sight */
export function toolbarPlace(view: EditorView, frame: Element, width: number): ToolbarPlace | undefined {
  const { main } = view.state.selection;
  const start = view.coordsAtPos(main.from, 1);
  const end = view.coordsAtPos(main.to, -1);
  if (!start || !end) return undefined;
  const { left, top, right } = frame.getBoundingClientRect();
  const scroller = frame.closest('main') ?? document.documentElement;
  const edge = scroller.getBoundingClientRect().top + BAR_PX;
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const isBelow = isTouch || start.top - HEIGHT_PX < edge;
  const isOneLine = Math.abs(start.top - end.top) < 4;
  const middle = isOneLine ? (start.left + end.right) / 2 : (isBelow ? end : start).left;
  const most = right - left - width - 8;
  const x = Math.max(8, Math.min(middle - left - width / 2, most));
  return { x, y: (isBelow ? end.bottom + (isTouch ? TOUCH_GAP_PX : 8) : start.top - 8) - top, isBelow };
}

function isInCode(state: EditorState, position: number): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, 0);
  for (; node; node = node.parent) if (CODE.has(node.name)) return true;
  return false;
}
