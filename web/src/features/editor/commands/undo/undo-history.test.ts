import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { nameSteps, stepName } from '../../../document/undo/step-names.ts';
import { lastStep, takeBack, undo, undoHistory } from './undo-history.ts';

function page(content: string) {
  const text = new Y.Doc().getText('content');
  text.insert(0, content);
  // By a clock that jumps, one step would be two.
  const manager = new Y.UndoManager(text, { captureTimeout: Number.POSITIVE_INFINITY });
  let nothing = 0;
  const state = EditorState.create({ extensions: undoHistory.of({ manager, onNothing: () => nothing++ }) });
  const target = { state, dispatch: () => undefined };
  return { text, manager, target, timesNothing: () => nothing };
}

test('undo says when nothing is left, and only then', () => {
  const { text, target, timesNothing } = page('kept');
  text.insert(4, ' typed');
  expect(undo(target)).toBe(true);
  expect(`${text}`).toBe('kept');
  expect(timesNothing()).toBe(0);
  undo(target);
  expect(`${text}`).toBe('kept');
  expect(timesNothing()).toBe(1);
});

test('one step is taken back alone, and later words stay', () => {
  const { text, manager, target, timesNothing } = page('one two one');
  text.delete(0, 3);
  text.insert(0, 'three');
  manager.stopCapturing();
  const step = lastStep(target);
  text.insert(text.length, ', later');
  expect(`${text}`).toBe('three two one, later');
  if (!step) throw new Error('there is a step');
  takeBack(target, step);
  expect(`${text}`).toBe('one two one, later');
  // Once more does nothing, and the later step is the next to be undone.
  takeBack(target, step);
  expect(`${text}`).toBe('one two one, later');
  undo(target);
  expect(`${text}`).toBe('one two one');
  expect(timesNothing()).toBe(0);
});

test('a step that was more than typing says what it was', () => {
  const text = new Y.Doc().getText('content');
  text.insert(0, 'one one');
  const manager = new Y.UndoManager(text);
  const state = EditorState.create({ doc: 'one one' });
  const replaced = state.update({
    changes: [
      { from: 0, to: 3, insert: 'two' },
      { from: 4, to: 7, insert: 'two' },
    ],
    userEvent: 'input.replace.all',
  });
  let name = stepName(replaced);
  nameSteps(manager, () => name);
  text.delete(0, 7);
  manager.stopCapturing();
  name = stepName(state.update({ changes: { from: 0, insert: 'x' }, userEvent: 'input.type' }));
  text.insert(0, 'x');
  const told: string[] = [];
  const extensions = undoHistory.of({
    manager,
    onNothing: () => told.push('nothing'),
    onNamed: (one) => told.push(one),
  });
  const target = { state: EditorState.create({ extensions }), dispatch: () => undefined };
  undo(target);
  expect(told).toEqual([]);
  undo(target);
  expect(told).toEqual(['replace all, 2 places']);
});
