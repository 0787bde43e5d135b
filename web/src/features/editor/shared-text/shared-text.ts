/**
 * Binds an editor to a page's shared text: what is typed goes there, and what others write, or undo brings, comes here. Lines that
 * a command moved are written as moves, so that what others type into them goes along. The history of undo, over the text and its
 * moves, is made here.
 */
import { Annotation, type ChangeSet, type EditorState, type Extension, Facet } from '@codemirror/state';
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import * as Y from 'yjs';
import {
  type Moved,
  movedOf,
  readShownText,
  recordTextOf,
} from '../../document/moves/arrangement/moved-text.ts';
import { type TextEdit, textEdits } from '../../document/moves/edits/text-changes.ts';
import type { MovedBy } from '../../document/moves/shown-changes.ts';
import { editText } from '../../document/moves/writing/edit-text.ts';

/** Marks a step of the editor that came from the shared text. */
export const heard = Annotation.define<true>();

/** Marks what was typed in an editor. Undo takes back these edits, and those without a mark. */
const TYPED = Symbol('typed');

/** How moved lines are written and shown: see moved-lines.ts. */
export interface MovedLines {
  write(text: Y.Text, edits: readonly TextEdit[], typed: Typed): void;
  /** Shows what the edits have become, where that is not as it was typed. */
  agree(text: Y.Text, edits: readonly TextEdit[], heard: Heard, view: EditorView): void;
  /** @returns what the editor is to show */
  read(text: Y.Text, heard: Heard, state: EditorState): Shown;
}

export interface Typed extends Pick<ViewUpdate, 'changes' | 'transactions'> {
  readonly view: EditorView;
  /** Asks whether somebody else may be typing. */
  readonly areOthers: () => boolean;
}

export interface Heard extends MovedBy {
  /** Yjs' own account of the change, for a text in which nothing was moved. */
  readonly delta: Y.YTextEvent['delta'];
}

export interface Shown {
  readonly changes: readonly TextEdit[];
  readonly selection?: { readonly anchor: number; readonly head: number };
}

/** Until it has come, all that others write is shown as edits. */
export const movedLines = Facet.define<MovedLines>();

/** @returns the history of the text and of its moves */
export function historyOf(text: Y.Text): Y.UndoManager {
  const moves = recordTextOf(text);
  return new Y.UndoManager(moves ? [text, moves] : text, { trackedOrigins: new Set([null, TYPED]) });
}

/** @param areOthers asks whether somebody else may be typing */
export function bindText(text: Y.Text, areOthers: () => boolean = () => false): Extension {
  return ViewPlugin.define((view) => new Binding(view, text, areOthers));
}

/** Whether these steps were made here. */
export function areTyped({ transactions }: Pick<ViewUpdate, 'transactions'>): boolean {
  return !transactions.some((one) => one.annotation(heard));
}

class Binding implements PluginValue {
  readonly #view: EditorView;
  readonly #text: Y.Text;
  readonly #moves: Y.Text | undefined;
  #moved: Moved;
  #typed: readonly TextEdit[] = [];
  /** Yjs' own account of a change, until it is shown. */
  #delta: Y.YTextEvent['delta'] | undefined;
  readonly #areOthers: () => boolean;

  constructor(view: EditorView, text: Y.Text, areOthers: () => boolean) {
    this.#view = view;
    this.#areOthers = areOthers;
    this.#text = text;
    this.#moves = recordTextOf(text);
    this.#moved = movedOf(text);
    text.observe(this.#noteDelta);
    text.doc?.on('afterTransaction', this.#hear);
  }

  update(update: ViewUpdate): void {
    if (!update.docChanged || !areTyped(update)) return;
    const { changes, transactions } = update;
    const edits = editsOf(changes);
    const view = this.#view;
    const [means] = view.state.facet(movedLines);
    this.#typed = edits;
    try {
      this.#text.doc?.transact(() => {
        if (means)
          means.write(this.#text, edits, { changes, transactions, view, areOthers: this.#areOthers });
        else editText(this.#text, edits);
      }, TYPED);
    } catch (error) {
      // The editor gives up a plugin that throws: all that is typed from then on would be on the screen alone.
      reportError(error);
      this.#writeMissing();
    }
  }

  #writeMissing(): void {
    const missing = textEdits(0, readShownText(this.#text), this.#view.state.sliceDoc());
    if (missing.length > 0) this.#text.doc?.transact(() => editText(this.#text, missing), TYPED);
  }

  destroy(): void {
    this.#text.unobserve(this.#noteDelta);
    this.#text.doc?.off('afterTransaction', this.#hear);
  }

  readonly #noteDelta = (event: Y.YTextEvent, { origin }: Y.Transaction): void => {
    // It takes a walk through the text.
    if (origin !== TYPED && this.#moved.records.length === 0) this.#delta = event.delta;
  };

  readonly #hear = (transaction: Y.Transaction): void => {
    const delta = this.#delta ?? [];
    this.#delta = undefined;
    const { changed, origin } = transaction;
    if (!changed.has(this.#text as never) && !changed.has(this.#moves as never)) return;
    const change = { transaction, delta, before: this.#moved, now: movedOf(this.#text) };
    this.#moved = change.now;
    const { state } = this.#view;
    const [means] = state.facet(movedLines);
    if (origin === TYPED) {
      means?.agree(this.#text, this.#typed, change, this.#view);
      return;
    }
    try {
      this.#show(means?.read(this.#text, change, state));
    } catch (error) {
      // Whatever is typed would go to other places than it is shown at.
      reportError(error);
      this.#show();
    }
  };

  /** @param shown all that the editor lacks, without it */
  #show(
    shown: Shown = { changes: textEdits(0, this.#view.state.sliceDoc(), readShownText(this.#text)) },
  ): void {
    if (shown.changes.length > 0) this.#view.dispatch({ ...shown, annotations: heard.of(true) });
  }
}

function editsOf(changes: ChangeSet): TextEdit[] {
  const edits: TextEdit[] = [];
  changes.iterChanges((from, to, _start, _end, inserted) =>
    edits.push({ from, to, insert: inserted.sliceString(0, inserted.length, '\n') }),
  );
  return edits;
}
