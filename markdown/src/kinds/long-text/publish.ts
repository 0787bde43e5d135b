/**
 * The rest of a text that is too long to be formatted, as HTML: the words as they were written, behind a sentence
 * that says so.
 */
import type { Printers } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import { withoutSecrets } from '../../text/unread.ts';
import type { PlainRest } from './node.ts';
import { PLAIN_REST } from './plain-rest.ts';
import { printPieces } from './print-pieces.ts';

export const publish: Pick<Printers, 'plainRest'> = {
  plainRest: { print: printRest, letters: ({ value }) => value },
};

function printRest({ value }: PlainRest): string {
  return `<span class="plain-rest" role="note">${PLAIN_REST}</span>${printPieces(withoutSecrets(value), printLines)}`;
}

function printLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n');
}
