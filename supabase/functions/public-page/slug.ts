/** The names that links within a page know headings by: those of the app (web/src/features/editor/blocks/block-anchors.ts), which a test compares. */

/** @param taken how often each name was given on this page; grows */
export function slug(heading: string, taken: Map<string, number>): string {
  const name =
    words(heading.replaceAll('\n', ' '))
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'heading';
  const before = taken.get(name) ?? 0;
  taken.set(name, before + 1);
  return before === 0 ? name : `${name}-${before}`;
}

/** Without marks, and without the addresses of links: those may have the id of a page that is not public. */
function words(markdown: string): string {
  return markdown
    .replaceAll(/!?\[\[(?:[^[\]|\n]{1,900}\|)?([^[\]|\n]{1,900})\]\]/g, '$1')
    .replaceAll(/!?\[((?:\\.|[^\]\\]){0,900})\]\([^)]{0,2000}\)/g, '$1')
    .replaceAll(/(?<!\\)(?:\*\*|__|~~|[*`])/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}
