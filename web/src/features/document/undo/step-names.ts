/** The names of the history's steps that were more than typing. */
import type { Transaction } from '@codemirror/state';
import type * as Y from 'yjs';

const NAME = 'trellis-step-name';

const NAMES: readonly (readonly [string, string])[] = [
  ['move.block', 'moving blocks'],
  ['remove.block', 'deleting blocks'],
  ['input.block', 'duplicating blocks'],
];

/** @returns undefined for typing, and for what is seen at the caret anyway */
export function stepName(transaction: Transaction): string | undefined {
  if (transaction.isUserEvent('input.replace.all')) {
    let count = 0;
    transaction.changes.iterChanges(() => count++, true);
    return count === 1 ? 'replace all, 1 place' : `replace all, ${count.toLocaleString()} places`;
  }
  return NAMES.find(([event]) => transaction.isUserEvent(event))?.[1];
}

/** Gives each step that begins from now on the name that is asked for then. */
export function nameSteps(manager: Y.UndoManager, name: () => string | undefined): void {
  manager.on('stack-item-added', ({ stackItem, type }) => {
    const given = type === 'undo' ? name() : undefined;
    if (given !== undefined) setStepName(stackItem, given);
  });
}

export function setStepName(step: Y.UndoManager['undoStack'][number], name: string): void {
  step.meta.set(NAME, name);
}

export function nameOfStep(step: Y.UndoManager['undoStack'][number]): string | undefined {
  const name: unknown = step.meta.get(NAME);
  return typeof name === 'string' ? name : undefined;
}
