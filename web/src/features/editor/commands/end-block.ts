/**
 * Enter on a line that has only a list's or a quote's mark ends the list or the quote. A blank line goes between it and
 * what is written next: without one that would still belong to its last line (CommonMark 5.1, laziness), and be read
 * there by every other program.
 */
import { insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown';
import { syntaxTree } from '@codemirror/language';
import { EditorSelection, type EditorState, type StateCommand, type Transaction } from '@codemirror/state';

// An empty item ends the list at once, instead of first spacing out the items above it.
const continueMarkup = insertNewlineContinueMarkupCommand({ nonTightLists: false });

const QUOTE_MARKS = /^[ ]*(?:>[ ]*)+$/;
const LIST_MARK_AT_END = /(?:[-*+]|\d+[.)])(?:[ ]+\[[ x]\])?[ ]*$/i;

/** Enter in Markdown continues the list or quote, or ends it. */
export const continueOrEndBlock: StateCommand = (target) => endQuote(target) || continueOrEndList(target);

function continueOrEndList({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const { text } = state.doc.lineAt(state.selection.main.head);
  const mayEnd = state.selection.ranges.length === 1 && LIST_MARK_AT_END.test(text);
  return continueMarkup({
    state,
    dispatch: (continued) => dispatch(mayEnd ? setApart(state, continued) : continued),
  });
}

/** Nothing but quotes' marks is left of the line: the list in it, or in no quote, has ended. */
function setApart(state: EditorState, ended: Transaction): Transaction {
  const { newDoc } = ended;
  const line = newDoc.lineAt(ended.newSelection.main.head);
  const isEnd = line.text.trim() === '' || QUOTE_MARKS.test(line.text);
  if (
    !isEnd ||
    newDoc.lines > state.doc.lines ||
    line.number === 1 ||
    isBlank(newDoc.line(line.number - 1).text)
  )
    return ended;
  const blank = `${line.text.trimEnd()}${state.lineBreak}`;
  return state.update({
    changes: ended.changes.compose(ended.state.changes({ from: line.from, insert: blank })),
    selection: EditorSelection.cursor(ended.newSelection.main.head + blank.length),
    scrollIntoView: true,
    userEvent: 'input',
  });
}

function endQuote({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (ranges.length > 1 || !main.empty || main.head !== line.to) return false;
  if (!QUOTE_MARKS.test(line.text) || !isInQuote(state, line.to)) return false;
  const outer = line.text.slice(0, line.text.lastIndexOf('>'));
  const follows = line.number > 1 && !isBlank(state.doc.line(line.number - 1).text);
  const insert = follows ? `${outer.trimEnd()}${state.lineBreak}${outer}` : outer;
  dispatch(
    state.update({
      changes: { from: line.from, to: line.to, insert },
      selection: EditorSelection.cursor(line.from + insert.length),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
}

/** In code, the mark of a quote is code. */
function isInQuote(state: EditorState, position: number): boolean {
  for (let node = syntaxTree(state).resolveInner(position, -1).node; ; ) {
    if (node.name === 'Blockquote') return true;
    if (node.name === 'FencedCode' || node.name === 'CodeBlock' || !node.parent) return false;
    node = node.parent;
  }
}

function isBlank(text: string): boolean {
  return text.trim() === '' || QUOTE_MARKS.test(text);
}
