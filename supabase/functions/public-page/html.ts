/** Text as HTML. */
export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** As the app calls a page (web/src/lib/page-title.ts). */
export function pageTitle(name: string): string {
  return name.trim() || 'Untitled';
}
