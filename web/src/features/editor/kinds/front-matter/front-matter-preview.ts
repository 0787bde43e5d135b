/**
 * Takes front matter out of sight that stands as a table above the text (properties.tsx), and keeps the caret and
 * what is typed or deleted out of it.
 */
import {
  EditorSelection,
  EditorState,
  type Extension,
  Prec,
  StateField,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';
import { frontMatterOf } from './front-matter-of.ts';

interface Hidden {
  /** The place where the text below begins; 0 where nothing is hidden. */
  readonly textFrom: number;
  readonly decorations: DecorationSet;
}

const NOTHING: Hidden = { textFrom: 0, decorations: Decoration.none };

const hiddenField = StateField.define<Hidden>({
  create: hide,
  update: (value, transaction) => {
    const { state, startState, docChanged } = transaction;
    const isSame = !docChanged && frontMatterOf(state)?.source === frontMatterOf(startState)?.source;
    return isSame ? value : hide(state);
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
});

function hide(state: EditorState): Hidden {
  const found = frontMatterOf(state);
  if (!found || 'faultLine' in found.read || found.textFrom === undefined) return NOTHING;
  const decoration = Decoration.replace({ block: true });
  return { textFrom: found.textFrom, decorations: Decoration.set(decoration.range(0, found.textFrom - 1)) };
}

const textFromOf = (state: EditorState) => state.field(hiddenField, false)?.textFrom ?? 0;

const keepOut = EditorState.transactionFilter.of((transaction) => {
  const { startState, selection, docChanged } = transaction;
  const textFrom = textFromOf(startState);
  if (textFrom === 0) return transaction;
  if (docChanged) return isWritten(transaction) ? clipped(transaction, textFrom) : transaction;
  if (!selection?.main.empty || selection.main.head >= textFrom) return transaction;
  return [transaction, { selection: EditorSelection.cursor(textFrom), sequential: true }];
});

/** The guards of other marks lead back from the first letter to the line above, which is out of sight here. */
const stayBelow = EditorState.transactionFilter.of((transaction) => {
  const { startState, selection, docChanged, newSelection } = transaction;
  const textFrom = textFromOf(startState);
  if (!selection || docChanged || !newSelection.main.empty || newSelection.main.head >= textFrom)
    return transaction;
  const { head } = startState.selection.main;
  return [transaction, { selection: EditorSelection.cursor(Math.max(head, textFrom)), sequential: true }];
});

function isWritten(transaction: Transaction): boolean {
  return ['input.type', 'input.paste', 'delete'].some((event) => transaction.isUserEvent(event));
}

/** Letters typed over a selection that begins in it leave it as it is. */
function clipped(transaction: Transaction, textFrom: number): Transaction | TransactionSpec {
  const cuts: { readonly from: number; readonly to: number; readonly insert: string }[] = [];
  let isClipped = false;
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    isClipped ||= from < textFrom;
    cuts.push({ from: Math.max(from, textFrom), to: Math.max(to, textFrom), insert: inserted.toString() });
  });
  const [first] = cuts;
  if (!isClipped || !first) return transaction;
  return {
    changes: cuts,
    selection: EditorSelection.cursor(first.from + first.insert.length),
    scrollIntoView: true,
    userEvent: transaction.annotation(Transaction.userEvent) ?? 'input',
  };
}

/** A caret that is there already when the text is parsed is taken out, too. */
const moveOut = ViewPlugin.define((view) => {
  const look = () => {
    const { main } = view.state.selection;
    const textFrom = textFromOf(view.state);
    if (main.empty && main.head < textFrom) view.dispatch({ selection: { anchor: textFrom } });
  };
  let timer = setTimeout(look);
  return {
    update: ({ docChanged, startState, state }) => {
      if (!docChanged && textFromOf(startState) === textFromOf(state)) return;
      clearTimeout(timer);
      timer = setTimeout(look);
    },
    destroy: () => clearTimeout(timer),
  };
});

// Asked first: the guards of tables and marks look at the change that is left.
export const frontMatterPreview: Extension = [
  hiddenField,
  Prec.lowest(keepOut),
  Prec.highest(stayBelow),
  moveOut,
];
