/** A line of Markdown without its marks, as far as a list of names needs it. */
import { UNREAD_IN_LINE } from './unread.generated.ts';

export function plainText(markdown: string): string {
  return markdown
    .replaceAll(UNREAD_IN_LINE, '')
    .replaceAll(/!?\[\[(?:[^[\]|\n]{1,900}\|)?([^[\]|\n]{1,900})\]\]/g, '$1')
    .replaceAll(/!?\[((?:\\.|[^\]\\]){0,900})\]\([^)]{0,2000}\)/g, '$1')
    .replaceAll(/(?<!\\)(?:\*\*|__|~~|[*`])/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}
