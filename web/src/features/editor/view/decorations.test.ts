import { EditorState } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import { expect, test } from 'vitest';
import { HIDDEN, movedAlong } from './decorations.ts';

test('what takes something out of sight goes where a line break comes into it, and what marks words stays', () => {
  const state = EditorState.create({ doc: 'see [a](/b) and **c** here' });
  const strong = Decoration.mark({ class: 'strong' });
  const shown = Decoration.set([HIDDEN.range(6, 11), HIDDEN.range(16, 18), strong.range(16, 21)], true);
  const { changes, state: after } = state.update({
    changes: [
      { from: 8, insert: '\n' },
      { from: 18, insert: '\n' },
    ],
  });
  const left: string[] = [];
  movedAlong(shown, { changes, state: after }).between(0, after.doc.length, (from, to, { spec }) => {
    left.push(`${from} to ${to} ${spec.class ?? 'hidden'}`);
  });
  expect(left).toEqual(['17 to 19 hidden', '17 to 23 strong']);
});
