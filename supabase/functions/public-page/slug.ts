/** The names that links within a page know headings by, as on most sites that show Markdown. */

/** @param taken how often each name was given on this page; grows */
export function slug(heading: string, taken: Map<string, number>): string {
  const name =
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s+/g, '-') || 'section';
  const before = taken.get(name) ?? 0;
  taken.set(name, before + 1);
  return before === 0 ? name : `${name}-${before}`;
}
