/** A line of Markdown without its marks, as far as a list of names needs it. */
import { UNREAD_IN_LINE } from './unread.generated.ts';

// Most names have none, and a page has thousands of them.
const MARK = /[!-/:-@[-`{-~]/;

export function plainText(markdown: string): string {
  if (!MARK.test(markdown)) return markdown.trim();
  return markdown
    .replaceAll(UNREAD_IN_LINE, '')
    .replaceAll(/!?\[\[(?:[^[\]|\n]{1,900}\|)?([^[\]|\n]{1,900})\]\]/g, '$1')
    .replaceAll(/!?\[((?:\\.|[^\]\\]){0,900})\]\([^)]{0,2000}\)/g, '$1')
    .replaceAll(/(?<![\\=])==(?=[^\s=])([^\n]{0,900}?)(?<=[^\s=\\])==(?!=)/g, '$1')
    .replaceAll(/(?<!\\)(?:\*\*|__|~~|[*`])/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}
