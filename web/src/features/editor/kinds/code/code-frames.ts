/** Holds a block's lines together, so that long ones are scrolled as one where they do not wrap. */
import { syntaxTree } from '@codemirror/language';
import { type Extension, type Range, RangeSet } from '@codemirror/state';
import { BlockWrapper, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { isPreviewing } from '../../view/reveal.ts';
import { getCodeOptions } from './code-options.ts';

const FRAME = BlockWrapper.create({ tagName: 'div', attributes: { class: 'cm-code-frame' } });

class CodeFrames {
  frames: RangeSet<BlockWrapper>;
  readonly #view: EditorView;
  #isRedrawing = false;

  constructor(view: EditorView) {
    this.#view = view;
    this.frames = framesIn(view);
    view.contentDOM.addEventListener('scroll', this.#redraw, true);
  }

  update({ view, docChanged, transactions, viewportChanged, startState, state }: ViewUpdate): void {
    const isSame =
      isPreviewing(startState) === isPreviewing(state) && syntaxTree(startState) === syntaxTree(state);
    if (docChanged || viewportChanged || !isSame) this.frames = framesIn(view);
    // Not when only the block was scrolled.
    const isCaretMoved = transactions.some(({ scrollIntoView }) => scrollIntoView);
    if (isCaretMoved && this.frames.size > 0 && !getCodeOptions().wraps) view.requestMeasure(SHOW_CARET);
  }

  destroy(): void {
    this.#view.contentDOM.removeEventListener('scroll', this.#redraw, true);
  }

  /** The caret and the selection are drawn over the text, and know nothing of what moves within it. */
  readonly #redraw = (): void => {
    if (this.#isRedrawing) return;
    this.#isRedrawing = true;
    requestAnimationFrame(() => {
      this.#isRedrawing = false;
      if (this.#view.dom.isConnected) this.#view.dispatch({ selection: this.#view.state.selection });
    });
  };
}

function framesIn(view: EditorView): RangeSet<BlockWrapper> {
  const frames: Range<BlockWrapper>[] = [];
  if (!isPreviewing(view.state)) return RangeSet.empty;
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name !== 'FencedCode') return;
        const line = view.state.doc.lineAt(node.from);
        // In lists and quotes the lines are theirs, too.
        if (line.from === node.from && node.to > node.from) frames.push(FRAME.range(node.from, node.to));
        return false;
      },
    });
  }
  return frames.length === 0 ? RangeSet.empty : BlockWrapper.set(frames, true);
}

export const codeFrames: Extension = ViewPlugin.fromClass(CodeFrames, {
  provide: (plugin) => EditorView.blockWrappers.of((view) => view.plugin(plugin)?.frames ?? RangeSet.empty),
});

const ROOM_PX = 24;

/** Scrolls a block so that the caret is in sight. */
const SHOW_CARET = {
  key: {},
  read: (view: EditorView) => {
    const { head } = view.state.selection.main;
    const { node } = view.domAtPos(head);
    const frame = (node instanceof Element ? node : node.parentElement)?.closest('.cm-code-frame');
    if (!frame || frame.scrollWidth <= frame.clientWidth) return undefined;
    const caret = view.coordsAtPos(head);
    const { left, right } = frame.getBoundingClientRect();
    if (!caret) return undefined;
    const by = Math.min(0, caret.left - left - ROOM_PX) + Math.max(0, caret.right - right + ROOM_PX);
    return { frame, by };
  },
  write: (move: { readonly frame: Element; readonly by: number } | undefined) => {
    if (move && move.by !== 0) move.frame.scrollLeft += move.by;
  },
};
