/** Helpers for the HTML of public pages. */
export { escapeText } from '../../../markdown/src/text/escape-html.ts';

/** As the app calls a page (web/src/lib/page/page-title.ts). */
export function pageTitle(name: string): string {
  return name.trim() || 'Untitled';
}
