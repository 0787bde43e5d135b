/**
 * Shows blocks as what they mean (block-widgets.ts), and lets the caret into them. They stand for whole lines, so a state field
 * holds them.
 */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec, type Range, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';
import { readOutline } from '../outline/read-outline.ts';
import { isRevealed, revealedSpans } from '../view/reveal.ts';
import { imagesChanged, type ShownImages } from '../view/shown-images.ts';
import { blockWidgets } from './block-widgets.ts';

const BLOCKS = '.formula-block, .cm-contents, .cm-embed, .cm-file, .picture-row';

export function blockPreview(images: ShownImages): Extension {
  const blocks = StateField.define<DecorationSet>({
    create: (state) => draw(state, images),
    update: (value, transaction) => {
      const { startState, state, docChanged, effects } = transaction;
      const isSame =
        !docChanged &&
        syntaxTree(startState) === syntaxTree(state) &&
        revealedSpans(startState) === revealedSpans(state) &&
        !effects.some((effect) => effect.is(imagesChanged));
      return isSame ? value : draw(state, images);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  return [
    blocks,
    Prec.high(
      keymap.of([
        { key: 'ArrowUp', run: (view) => enterBlock(view, blocks, -1) },
        { key: 'ArrowDown', run: (view) => enterBlock(view, blocks, 1) },
      ]),
    ),
    EditorView.domEventHandlers({ mousedown: enterByPointer }),
  ];
}

function draw(state: EditorState, images: ShownImages): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from: start, to: end, widget, whileRead, whileWritten } of blockWidgets(state, images)) {
    const { from } = state.doc.lineAt(start);
    const { to } = state.doc.lineAt(end);
    const isWritten = isRevealed(state, start, end);
    if (!isWritten && whileRead === 'instead')
      found.push(Decoration.replace({ widget, block: true }).range(from, to));
    else if (!isWritten || whileWritten)
      found.push(Decoration.widget({ widget, block: true, side: 1 }).range(to));
  }
  return Decoration.set(found, true);
}

/** The caret goes into a block above or below it as into any other line, rather than past it. */
function enterBlock(view: EditorView, blocks: StateField<DecorationSet>, direction: -1 | 1): boolean {
  const { state } = view;
  const { main } = state.selection;
  if (!main.empty) return false;
  const here = state.doc.lineAt(main.head);
  const number = here.number + direction;
  if (number < 1 || number > state.doc.lines) return false;
  // In a line that wraps the arrow may stay in the same line.
  const target = view.moveVertically(main, direction === 1);
  if (state.doc.lineAt(target.head).number === here.number && target.head !== main.head) {
    const edge = direction === 1 ? here.to : here.from;
    if (target.head !== edge) return false;
  }
  const next = state.doc.line(number);
  let isBlock = false;
  state.field(blocks).between(next.from, next.to, (from, to) => {
    isBlock ||= from < to || from === next.from;
  });
  if (!isBlock) return false;
  view.dispatch({ selection: { anchor: next.from }, scrollIntoView: true, userEvent: 'select' });
  return true;
}

/** A click on what stands for a block puts the caret into its source. */
function enterByPointer(event: MouseEvent, view: EditorView): boolean {
  const shown = event.target instanceof Element ? event.target.closest(BLOCKS) : null;
  if (!shown || event.button !== 0) return false;
  const entry = event.target instanceof Element ? event.target.closest('[data-heading]') : null;
  event.preventDefault();
  const heading =
    entry instanceof HTMLElement ? readOutline(view.state)[Number(entry.dataset.heading)] : null;
  const anchor = heading ? heading.from : view.posAtDOM(shown);
  view.focus();
  view.dispatch({
    selection: { anchor },
    ...(heading && { effects: EditorView.scrollIntoView(anchor, { y: 'start', yMargin: 64 }) }),
    userEvent: 'select.pointer',
  });
  return true;
}
