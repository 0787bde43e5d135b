/**
 * Links as their texts, or as the titles that their pages have now; the rest is out of sight. A click or the caret in one
 * opens what can be done with it (kinds/link/link-popover-state.ts).
 */
import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { iconAttributes } from '../../../../lib/page/page-look.ts';
import { linkedPage, shownAddress } from '../../linked-pages/page-address.ts';
import {
  type IconFor,
  shownIcons,
  shownTitles,
  type TitleFor,
  titlesChanged,
} from '../../linked-pages/shown-titles.ts';
import {
  type Decorations,
  DrawnPart,
  HIDDEN,
  isComposed,
  movedAlong,
  within,
} from '../../view/decorations.ts';
import { InlineWidget } from '../../view/inline-widget.ts';
import { isSelectedWithin, revealedSpans } from '../../view/reveal.ts';
import { type FoundLink, readLink } from './link-at.ts';
import { openLinkOf } from './link-popover-state.ts';

const OPEN = Decoration.mark({ class: 'cm-open-link' });
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

export const linkPreview: Extension = ViewPlugin.define((view) => new LinkPreview(view), {
  decorations: ({ shown }) => shown,
  provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.hidden ?? Decoration.none),
});

class LinkPreview {
  shown: DecorationSet = Decoration.none;
  hidden: DecorationSet = Decoration.none;
  readonly #drawn = new DrawnPart();

  constructor(view: EditorView) {
    this.#build(view);
  }

  update(update: ViewUpdate): void {
    if (this.#drawn.isAhead(update) || isComposed(update)) {
      this.shown = movedAlong(this.shown, update);
      this.hidden = movedAlong(this.hidden, update);
    } else if (isOutdated(update)) this.#build(update.view);
  }

  #build(view: EditorView): void {
    this.#drawn.note(view);
    const out = { shown: [] as Decorations, hidden: [] as Decorations };
    const { state } = view;
    const titleFor = state.facet(shownTitles);
    const iconFor = state.facet(shownIcons);
    for (const visible of view.visibleRanges) {
      const drawn: Drawn = { shown: [], hidden: [] };
      syntaxTree(state).iterate({
        ...visible,
        enter: (node) => {
          if (node.name !== 'Link' && node.name !== 'Autolink' && node.name !== 'URL') return;
          const link = readLink(state, node.node);
          if (link) draw(link, state, { titleFor, iconFor }, drawn);
          return node.name === 'Link';
        },
      });
      out.shown.push(...drawn.shown);
      out.hidden.push(...within(visible, drawn.hidden));
    }
    const open = openLinkOf(state);
    if (open?.kind === 'write' && open.to > open.from) out.shown.push(OPEN.range(open.from, open.to));
    this.shown = Decoration.set([...out.shown, ...out.hidden], true);
    this.hidden = Decoration.set(out.hidden, true);
  }
}

function isOutdated(update: ViewUpdate): boolean {
  return (
    update.docChanged ||
    update.viewportChanged ||
    syntaxTree(update.startState) !== syntaxTree(update.state) ||
    revealedSpans(update.startState) !== revealedSpans(update.state) ||
    openLinkOf(update.startState) !== openLinkOf(update.state) ||
    update.startState.facet(shownTitles) !== update.state.facet(shownTitles) ||
    update.startState.facet(shownIcons) !== update.state.facet(shownIcons) ||
    update.transactions.some(({ effects }) => effects.some((effect) => effect.is(titlesChanged)))
  );
}

interface Drawn {
  readonly shown: Decorations;
  readonly hidden: Decorations;
}

/** The known facts about the pages that links lead to. */
interface LinkedPages {
  readonly titleFor: TitleFor | undefined;
  readonly iconFor: IconFor | undefined;
}

function draw(link: FoundLink, state: EditorState, { titleFor, iconFor }: LinkedPages, out: Drawn): void {
  const { from, to, textFrom, textTo, address, isNamed } = link;
  const text = state.sliceDoc(textFrom, textTo).replaceAll(ESCAPED, '$1');
  const title = isNamed
    ? text === ''
      ? shownAddress(address) || 'Link'
      : titleFor?.(address, text)
    : undefined;
  const icon = iconFor?.(address);
  // A decoration across the end of a line cannot be hidden from here.
  const isInLine = state.doc.lineAt(from).to >= to;
  if (title !== undefined && isInLine) {
    const widget = new TitleWidget(title, address, icon);
    out.hidden.push(Decoration.replace({ widget }).range(from, to));
    return;
  }
  if (textFrom === textTo) return;
  out.shown.push(linkTo(address, icon).range(textFrom, textTo));
  const end = Math.min(to, state.doc.lineAt(textTo).to);
  if (from < textFrom && !isSelectedWithin(state, from + 1, textFrom - 1))
    out.hidden.push(HIDDEN.range(from, textFrom));
  if (textTo < end && !isSelectedWithin(state, textTo + 1, end - 1))
    out.hidden.push(HIDDEN.range(textTo, end));
}

function linkTo(address: string, icon: string | undefined): Decoration {
  // In the middle of a text it goes the way of its own first letter.
  return Decoration.mark({
    class: 'cm-page-link',
    attributes: linkAttributes(address, icon),
    bidiIsolate: null,
  });
}

function linkAttributes(address: string, icon: string | undefined): Record<string, string> {
  const page = linkedPage(address, location.origin);
  // A page's link has its card; the address of another one is told by the browser.
  return {
    'data-href': address,
    ...(page === undefined ? { title: address } : { 'data-page': page }),
    ...iconAttributes(icon),
  };
}

class TitleWidget extends InlineWidget {
  readonly title: string;
  readonly address: string;
  readonly icon: string | undefined;

  constructor(title: string, address: string, icon: string | undefined) {
    super();
    this.title = title;
    this.address = address;
    this.icon = icon;
  }

  override eq(other: TitleWidget): boolean {
    return other.title === this.title && other.address === this.address && other.icon === this.icon;
  }

  toDOM(): HTMLElement {
    const link = document.createElement('span');
    link.className = 'cm-page-link';
    link.textContent = this.title;
    for (const [name, value] of Object.entries(linkAttributes(this.address, this.icon)))
      link.setAttribute(name, value);
    return link;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
