/**
 * `+++` and a space at the beginning of a line, or of a list item, begin a toggle, and what is typed next is its title. In a quote, which
 * can have none, it begins below that, as from the menu.
 */
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { lineMarks } from '../../blocks/lines/line-marks.ts';
import { insertToggle } from '../../kinds/toggle/insert-toggle.ts';
import { isInCode } from '../../markdown/is-in-code.ts';
import { isPreviewing } from '../../view/reveal.ts';
import { inPlaceOf } from './slash-menu.ts';

const PLUSES = '+++';
const AROUND = /^(?:bullet|number|task|indent|quote|footnote)$/;

export const typedToggles: Extension = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  if (text !== ' ' || from !== to || state.readOnly || state.selection.ranges.length > 1) return false;
  const line = state.doc.lineAt(from);
  if (!line.text.endsWith(PLUSES) || from !== line.to || !isPreviewing(state) || isInCode(state, from))
    return false;
  const { marks, textFrom } = lineMarks(state, line);
  if (textFrom !== from - PLUSES.length || !marks.every(({ kind }) => AROUND.test(kind))) return false;
  return inPlaceOf(textFrom, from, insertToggle)(view);
});
