/** Commands that insert a callout, a toggle, a footnote, a formula, a table of contents or a date. */
import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state';
import { type CalloutKind, calloutMark } from '../../../../../markdown/src/kinds/callout/syntax.ts';
import { TABLE_OF_CONTENTS } from '../../../../../markdown/src/kinds/table-of-contents/syntax.ts';
import { insertBlock, insertOutside } from '../blocks/insert-block.ts';
import { lineMarks } from '../blocks/line-marks.ts';
import { isInTitle } from '../view/toggle-state.ts';

/** The selected text becomes the callout's. */
export function insertCallout(kind: CalloutKind): StateCommand {
  return (target) =>
    insertBlock(target, (_, words) => {
      const text = `> ${calloutMark(kind)}\n> ${words.replaceAll('\n', '\n> ')}`;
      return { text, caret: text.length };
    });
}

/** The selected text is inside, and the title is written next. In a quote it would be shown as the HTML that it is. */
export const insertToggle: StateCommand = (target) => {
  const { state } = target;
  const { marks } = lineMarks(state, state.doc.lineAt(state.selection.main.from));
  const isInQuote = marks.some(({ kind }) => kind === 'quote' || kind === 'footnote');
  const insert = isInQuote ? insertOutside : insertBlock;
  return insert(target, (_, words) => {
    const head = '<details>\n<summary>';
    return { text: `${head}</summary>\n\n${words}\n\n</details>\n\n`, caret: head.length };
  });
};

export const insertContents: StateCommand = (target) =>
  insertOutside(target, () => ({ text: `${TABLE_OF_CONTENTS}\n`, caret: TABLE_OF_CONTENTS.length + 1 }));

const DIAGRAM = 'graph TD\n  A[Idea] --> B[Draft] --> C[Done]';

export const insertDiagram: StateCommand = (target) =>
  insertBlock(target, () => ({
    text: `\`\`\`mermaid\n${DIAGRAM}\n\`\`\``,
    caret: '```mermaid\n'.length,
    selectedLength: DIAGRAM.length,
  }));

const EXAMPLE = 'a^2 + b^2 = c^2';

/** The selection, or a short formula in a line with other words, is a formula within the text; else it is a block. */
export const insertFormula: StateCommand = (target) => {
  const { state } = target;
  const { main } = state.selection;
  const selected = state.sliceDoc(main.from, main.to);
  const line = state.doc.lineAt(main.head);
  const words = state.sliceDoc(lineMarks(state, line).textFrom, line.to);
  // The title of a toggle has none.
  const isInText =
    !isInTitle(state, main.head) && (selected === '' ? words.trim() !== '' : !selected.includes('\n'));
  const tex = selected.trim() || (isInText ? 'x' : EXAMPLE);
  if (!isInText)
    return insertBlock(target, () => ({ text: `$$\n${tex}\n$$`, caret: 3, selectedLength: tex.length }));
  return insertText(target, `$${tex}$`, 1, tex.length);
};

const FOOTNOTE = /\[\^(\d{1,9})\]/g;
const DEFINITION = /^\[\^[^\]\s]+\]:/;

/** The next number at the caret, and at the page's end the place where it is written what it says. */
export const insertFootnote: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const at = state.selection.main.to;
  const text = state.doc.toString();
  const number = Math.max(0, ...[...text.matchAll(FOOTNOTE)].map(([, found]) => Number(found))) + 1;
  const reference = `[^${number}]`;
  const { from, before } = endOfPage(state);
  const definition = `${before}${reference}: `;
  const changes = state.changes([
    { from: at, insert: reference },
    { from, to: state.doc.length, insert: definition },
  ]);
  dispatch(
    state.update({
      changes,
      selection: EditorSelection.cursor(from + reference.length + definition.length),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
};

/** After the last word of the page; footnotes stand together, anything else has an empty line between. */
function endOfPage(state: EditorState): { readonly from: number; readonly before: string } {
  let last = state.doc.line(state.doc.lines);
  while (last.text.trim() === '' && last.number > 1) last = state.doc.line(last.number - 1);
  // The reference may stand at the very end.
  const from = Math.max(last.to, state.selection.main.to);
  return { from, before: DEFINITION.test(last.text) && from === last.to ? '\n' : '\n\n' };
}

/** As people write it, or in digits that sort. Plain text in either case. */
export function insertDate(style: 'long' | 'iso', today: () => Date = () => new Date()): StateCommand {
  return (target) => {
    const date = today();
    const text = style === 'long' ? longDate(date) : isoDate(date);
    return insertText(target, text, text.length);
  };
}

function longDate(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long' });
}

/** The day where the person is, not in Greenwich. */
function isoDate(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

function insertText(
  { state, dispatch }: Parameters<StateCommand>[0],
  insert: string,
  caret: number,
  selectedLength = 0,
): boolean {
  if (state.readOnly) return false;
  const { from, to } = state.selection.main;
  const start = from + caret;
  dispatch(
    state.update({
      changes: { from, to, insert },
      selection: EditorSelection.range(start, start + selectedLength),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
}
