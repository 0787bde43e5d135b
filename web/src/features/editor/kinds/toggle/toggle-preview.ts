/**
 * Toggles while they are written: `<details>` and `<summary>` stay out of sight, as an arrow and a title, and what is inside
 * can be folded away. The Markdown source shows them as they are.
 */
import { type Extension, Prec, type Range, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { type Toggle, toggleState, togglesOf } from '../../view/toggle-state.ts';
import { hiddenParts, keepOutOfMarks, TITLE_KEYS, TOGGLE_KEYS } from './toggle-editing.ts';
import { ToggleButton, TogglePlaceholder } from './toggle-widgets.ts';

const HIDDEN = Decoration.replace({});
const TITLE = Decoration.mark({ class: 'cm-toggle-title' });
const EMPTY = Decoration.widget({ widget: new TogglePlaceholder(), side: 1 });
const OPENED = Decoration.replace({ widget: new ToggleButton(false) });
const FOLDED = Decoration.replace({ widget: new ToggleButton(true) });
const AFTER = Decoration.line({ class: 'cm-toggle-after' });
const DEEPEST = 4;
const BODIES = Array.from({ length: DEEPEST }, (_, depth) =>
  Decoration.line({ class: 'cm-toggle-body', attributes: { 'data-depth': String(depth + 1) } }),
);

const marks = StateField.define<DecorationSet>({
  create: (state) => decorate(togglesOf(state)),
  update: (value, { startState, state }) =>
    togglesOf(startState) === togglesOf(state) ? value : decorate(togglesOf(state)),
  provide: (field) => EditorView.decorations.from(field),
});

export function togglePreview(): Extension {
  return [toggleState, marks, bodies, keepOutOfMarks, Prec.high(keymap.of([...TOGGLE_KEYS, ...TITLE_KEYS]))];
}

function decorate(toggles: readonly Toggle[]): DecorationSet {
  const out: Range<Decoration>[] = [];
  let foldedTo = -1;
  for (const toggle of toggles) {
    const { from, titleFrom, titleTo, beyond, isFolded } = toggle;
    if (from < foldedTo) continue;
    if (isFolded) foldedTo = beyond;
    const [, ...behindTitle] = hiddenParts(toggle);
    out.push((isFolded ? FOLDED : OPENED).range(from, titleFrom));
    if (titleFrom < titleTo) out.push(TITLE.range(titleFrom, titleTo));
    else out.push(EMPTY.range(titleFrom));
    for (const part of behindTitle) out.push(HIDDEN.range(part.from, part.to));
  }
  return Decoration.set(out, true);
}

/** Lines inside stand further in. Of a toggle of thousands of lines only those in view. */
const bodies = ViewPlugin.define(
  (view) => ({
    decorations: decorateBodies(view),
    update(update: ViewUpdate) {
      if (update.viewportChanged || togglesOf(update.startState) !== togglesOf(update.state))
        this.decorations = decorateBodies(update.view);
      else if (update.docChanged) this.decorations = this.decorations.map(update.changes);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

function decorateBodies({ state, visibleRanges }: EditorView): DecorationSet {
  const toggles = togglesOf(state);
  const out: Range<Decoration>[] = [];
  if (toggles.length === 0) return Decoration.none;
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      const look = BODIES[Math.min(depthAt(toggles, line.from), DEEPEST) - 1];
      if (look) out.push(look.range(line.from));
      if (toggles.some(({ to, beyond }) => to < beyond && beyond + 1 === line.from))
        out.push(AFTER.range(line.from));
      at = line.to + 1;
    }
  }
  return Decoration.set(out, true);
}

function depthAt(toggles: readonly Toggle[], position: number): number {
  return toggles.filter(({ headTo, bodyTo }) => headTo < position && position <= bodyTo).length;
}
