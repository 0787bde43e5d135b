/**
 * The rest of a text that is too long to be formatted, as HTML: the words as they were written, behind a sentence
 * that says so.
 */
import { escapeHtml } from '../../text/escape-html.ts';
import type { PlainRest } from '../../tree/nodes.ts';
import { PLAIN_REST } from './plain-rest.ts';

export function printRest({ value }: PlainRest): string {
  return `<span class="plain-rest" role="note">${PLAIN_REST}</span>${escapeHtml(value).replaceAll('\n', '<br>\n')}`;
}
