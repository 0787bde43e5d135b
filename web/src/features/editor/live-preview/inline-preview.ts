/**
 * Shows Markdown as what it means, where it is in view and not being written: marks are hidden, lines get their look,
 * boxes, bullets and images stand in place of theirs. Only the visible part of the page is worked on.
 */
import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  Direction,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { ImageWidget } from '../kinds/image/image-widget.ts';
import { decorateListItem } from '../kinds/list/list-decorations.ts';
import { wikiPlaces } from '../kinds/wiki-link/wiki-link-at.ts';
import { titlesChanged } from '../linked-pages/shown-titles.ts';
import {
  type Decorations,
  DrawnPart,
  HIDDEN,
  isComposed,
  movedAlong,
  type Visible,
  within,
} from '../view/decorations.ts';
import { decorators } from '../view/kind-preview.ts';
import { isRevealed, revealedSpans } from '../view/reveal.ts';
import { imagesChanged, type ShownImages } from '../view/shown-images.ts';
import { decorateLine, LINE_NODES } from './line-decorations.ts';

const CODE = Decoration.mark({ class: 'cm-inline-code', bidiIsolate: Direction.LTR });
// The marks inside each of these, shown while it is being written.
const MARKS: Readonly<Record<string, string>> = {
  Emphasis: 'EmphasisMark',
  StrongEmphasis: 'EmphasisMark',
  Strikethrough: 'StrikethroughMark',
  InlineCode: 'CodeMark',
};

export function inlinePreview(images: ShownImages): Extension {
  return ViewPlugin.define((view) => new InlinePreview(view, images), {
    decorations: (plugin) => plugin.decorations,
  });
}

class InlinePreview {
  decorations: DecorationSet;
  readonly #images: ShownImages;
  readonly #unsubscribe: () => void;
  readonly #drawn = new DrawnPart();

  constructor(view: EditorView, images: ShownImages) {
    this.#images = images;
    this.#unsubscribe = images.subscribe(() => view.dispatch({ effects: imagesChanged.of(null) }));
    this.decorations = this.#build(view);
  }

  update(update: ViewUpdate): void {
    if (this.#drawn.isAhead(update) || isComposed(update))
      this.decorations = movedAlong(this.decorations, update);
    else if (isOutdated(update)) this.decorations = this.#build(update.view);
  }

  destroy(): void {
    this.#unsubscribe();
  }

  #build(view: EditorView): DecorationSet {
    this.#drawn.note(view);
    const decorations = view.visibleRanges.map((visible) => {
      const found: Decorations = [];
      syntaxTree(view.state).iterate({
        ...visible,
        enter: (node) => decorate(node, view.state, visible, this.#images, found),
      });
      return within(visible, found);
    });
    return Decoration.set(decorations.flat(), true);
  }
}

function isOutdated(update: ViewUpdate): boolean {
  return (
    update.docChanged ||
    update.viewportChanged ||
    syntaxTree(update.startState) !== syntaxTree(update.state) ||
    revealedSpans(update.startState) !== revealedSpans(update.state) ||
    update.startState.facet(decorators) !== update.state.facet(decorators) ||
    update.startState.facet(wikiPlaces) !== update.state.facet(wikiPlaces) ||
    update.transactions.some(({ effects }) =>
      effects.some((effect) => effect.is(imagesChanged) || effect.is(titlesChanged)),
    )
  );
}

/** @returns false to leave out what is inside the node */
function decorate(
  node: SyntaxNodeRef,
  state: EditorState,
  visible: Visible,
  images: ShownImages,
  out: Decorations,
): boolean {
  for (const decorator of state.facet(decorators)) {
    const isEntered = decorator(node, state, visible, out);
    if (isEntered !== undefined) return isEntered;
  }
  if (LINE_NODES.has(node.name)) return decorateLine(node, state, visible, out);
  if (node.name === 'ListItem') decorateListItem(node, state, out);
  else if (node.name === 'Image') return decorateImage(node, state, images, out);
  else if (node.name === 'Escape') {
    if (!isRevealed(state, node.from, node.to)) out.push(HIDDEN.range(node.from, node.from + 1));
  } else decorateMarks(node, state, out);
  return true;
}

function decorateMarks(node: SyntaxNodeRef, state: EditorState, out: Decorations): void {
  const mark = MARKS[node.name];
  if (mark === undefined) return;
  if (node.name === 'InlineCode') out.push(CODE.range(node.from, node.to));
  if (isRevealed(state, node.from, node.to)) return;
  for (const { from, to } of node.node.getChildren(mark)) out.push(HIDDEN.range(from, to));
}

function decorateImage(
  node: SyntaxNodeRef,
  state: EditorState,
  images: ShownImages,
  out: Decorations,
): boolean {
  const url = node.node.getChild('URL');
  // A picture that a reference names, or that goes over several lines, stays as it is written.
  if (!url || isRevealed(state, node.from, node.to)) return false;
  if (state.doc.lineAt(node.from).to < node.to) return false;
  const [open, close] = node.node.getChildren('LinkMark');
  const alt = open && close ? state.sliceDoc(open.to, close.from) : '';
  const widget = new ImageWidget(state.sliceDoc(url.from, url.to), alt, images);
  out.push(Decoration.replace({ widget }).range(node.from, node.to));
  return false;
}
