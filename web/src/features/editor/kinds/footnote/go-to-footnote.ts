/** The ways from a footnote's number to its text, and back, while the page is written. */
import { syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { footnoteDefinition, footnoteReference } from '../../markdown/footnote-places.ts';

export function goToFootnote(view: EditorView, label: string): void {
  goTo(view, footnoteDefinition(syntaxTree(view.state), readerOf(view), label)?.to);
}

export function goToReference(view: EditorView, label: string): void {
  goTo(view, footnoteReference(syntaxTree(view.state), readerOf(view), label));
}

function readerOf({ state }: EditorView) {
  return (from: number, to: number) => state.sliceDoc(from, to);
}

function goTo(view: EditorView, anchor: number | undefined): void {
  if (anchor === undefined) return;
  view.focus();
  view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' });
}
