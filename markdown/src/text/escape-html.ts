/** Text as HTML, also within the quotes of an attribute. */
export function escapeHtml(text: string): string {
  // Most texts have none of these signs.
  if (!/[&<>"]/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The same for quotes of either kind. */
export function escapeText(text: string): string {
  return escapeHtml(text).replaceAll("'", '&#39;');
}
