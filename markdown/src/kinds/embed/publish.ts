/** The card of a player or a document, as HTML. Nothing is loaded: it leads there. */
import type { Printers } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import type { EmbedBlock } from './node.ts';

export const publish: Pick<Printers, 'embed'> = { embed: { print: printEmbed } };

/** Nothing is loaded: it is a card that leads there. */
function printEmbed({ embed: { address, provider } }: EmbedBlock): string {
  const shown = address.replace(/^https:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
  return `<p class="embed">\n<a href="${escapeHtml(address)}" rel="noopener noreferrer nofollow ugc"><b>${provider}</b> <span>${escapeHtml(shown)}</span></a></p>\n`;
}
