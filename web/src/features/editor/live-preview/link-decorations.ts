/** Links as their names; a name's title holds the written address, its data the target. */
import type { EditorState } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { type Decorations, HIDDEN } from './decorations.ts';
import { isRevealed } from './reveal.ts';

/** @returns false to leave out what is inside the node */
export function linkDecorations(node: SyntaxNodeRef, state: EditorState, out: Decorations): boolean {
  if (node.name === 'URL') {
    // Inside a link it is part of the syntax; alone it is a link itself.
    if (node.matchContext(['Link']) || node.matchContext(['Image'])) return false;
    if (node.matchContext(['LinkReference'])) return false;
    out.push(linkTo(state.sliceDoc(node.from, node.to)).range(node.from, node.to));
    return false;
  }
  if (node.name === 'Autolink') {
    if (!isRevealed(state, node.from, node.to)) {
      for (const { from, to } of node.node.getChildren('LinkMark')) out.push(HIDDEN.range(from, to));
    }
    return true;
  }
  const url = node.node.getChild('URL');
  const [opening, closing] = node.node.getChildren('LinkMark');
  // [text] alone may be just that.
  if (!url || !opening || !closing || opening.to >= closing.from) return true;
  out.push(linkTo(state.sliceDoc(url.from, url.to)).range(opening.to, closing.from));
  if (isRevealed(state, node.from, node.to)) return true;
  out.push(HIDDEN.range(opening.from, opening.to));
  // A decoration across the end of a line cannot be hidden from here.
  const { to: lineEnd } = state.doc.lineAt(closing.from);
  out.push(HIDDEN.range(closing.from, Math.min(node.to, lineEnd)));
  return true;
}

function linkTo(address: string): Decoration {
  return Decoration.mark({ class: 'cm-page-link', attributes: { 'data-href': address, title: address } });
}
