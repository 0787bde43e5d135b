/** Marks the blocks that a menu is open for, or that are being dragged. */
import { type Extension, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

interface Lines {
  readonly from: number;
  readonly to: number;
}

export const setTarget = StateEffect.define<Lines | undefined>();

const TARGET = Decoration.line({ class: 'cm-target-block' });
// More are not seen at once.
const MOST_LINES = 500;

const target = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (value, { effects, changes, state }) => {
    for (const effect of effects) {
      if (!effect.is(setTarget)) continue;
      if (!effect.value) return Decoration.none;
      const lines: Range<Decoration>[] = [];
      for (let at = effect.value.from; at <= effect.value.to && lines.length < MOST_LINES; ) {
        const line = state.doc.lineAt(at);
        lines.push(TARGET.range(line.from));
        at = line.to + 1;
      }
      return Decoration.set(lines);
    }
    return value.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const targetBlocks: Extension = target;
