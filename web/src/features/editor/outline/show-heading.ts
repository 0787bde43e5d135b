/** Brings the caret to a heading of the page that is written. */
import { forceParsing } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { readOutline } from './read-outline.ts';

const LONGEST_PARSE_MS = 500;

/** @param index of the heading in the outline */
export function showHeading(view: EditorView, index: number): void {
  // It may be elsewhere since the outline was drawn.
  forceParsing(view, view.state.doc.length, LONGEST_PARSE_MS);
  const heading = readOutline(view.state)[index];
  if (!heading) return;
  const anchor = heading.from;
  view.focus();
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: 'start', yMargin: 64 }),
  });
}
