/** The card of a player or a document, in place of its address or beneath it. */
import { type EditorView, WidgetType } from '@codemirror/view';
import type { Embed } from '../../../../../../markdown/src/kinds/embed/syntax.ts';
import { linkAt } from '../link/link-at.ts';
import { openLink } from '../link/link-popover-state.ts';
import { drawEmbed } from './draw-embed.ts';

export class EmbedWidget extends WidgetType {
  readonly embed: Embed;

  constructor(embed: Embed) {
    super();
    this.embed = embed;
  }

  override eq(other: EmbedWidget): boolean {
    return other.embed.address === this.embed.address;
  }

  toDOM(view: EditorView): HTMLElement {
    // A margin would not count as a part of the block.
    const block = document.createElement('div');
    block.className = 'cm-embed';
    const openMenu = () => {
      const link = linkAt(view.state, view.posAtDOM(block));
      if (link) view.dispatch({ effects: openLink.of({ kind: 'look', from: link.from, to: link.to }) });
    };
    drawEmbed(block.appendChild(document.createElement('div')), this.embed, {
      ...(!view.state.readOnly && { onMore: openMenu }),
      onResize: () => view.requestMeasure(),
    });
    return block;
  }

  override ignoreEvent({ target }: Event): boolean {
    return target instanceof Element && target.closest('a, button, iframe') !== null;
  }
}
