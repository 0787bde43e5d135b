/**
 * Undo and redo. The history is that of the Yjs text: it holds this person's own edits since the page was opened, and
 * leaves alone what others wrote.
 */
import { type EditorState, Facet, type StateCommand } from '@codemirror/state';
import type { KeyBinding } from '@codemirror/view';
import type * as Y from 'yjs';
import { nameOfStep } from '../../../document/undo/step-names.ts';

export interface UndoHistory {
  readonly manager: Y.UndoManager;
  /** Asked to undo, with nothing left. */
  onNothing(): void;
  /** A step was undone that has a name, as replacing all has. */
  onNamed?(name: string): void;
}

interface WithState {
  readonly state: EditorState;
}

export type UndoStep = Y.UndoManager['undoStack'][number];

export const undoHistory = Facet.define<UndoHistory, UndoHistory | undefined>({
  combine: ([first]) => first,
});

export const undo: StateCommand = ({ state }) => {
  const history = state.facet(undoHistory);
  if (!history) return false;
  const step = history.manager.undo();
  const name = step ? nameOfStep(step) : undefined;
  if (!step) history.onNothing();
  else if (name !== undefined) history.onNamed?.(name);
  return true;
};

export const redo: StateCommand = ({ state }) => {
  const history = state.facet(undoHistory);
  history?.manager.redo();
  return history !== undefined;
};

export const undoKeymap: readonly KeyBinding[] = [
  { key: 'Mod-z', run: undo, preventDefault: true },
  { key: 'Mod-y', mac: 'Mod-Shift-z', run: redo, preventDefault: true },
  { key: 'Mod-Shift-z', run: redo, preventDefault: true },
];

/** @returns the step that undo would take back */
export function lastStep({ state }: WithState): UndoStep | undefined {
  return state.facet(undoHistory)?.manager.undoStack.at(-1);
}

/** Takes back this step alone, whatever was written since. Nothing happens when it was taken back before. */
export function takeBack({ state }: WithState, step: UndoStep): void {
  const manager = state.facet(undoHistory)?.manager;
  const place = manager?.undoStack.indexOf(step) ?? -1;
  if (!manager || place === -1) return;
  manager.undoStack.push(...manager.undoStack.splice(place, 1));
  manager.undo();
}
