/** Markdown as HTML for other programs. Tags in it are shown as text, and links lead only where they do no harm. */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** @param origin that of this app: elsewhere, links into it need it */
export function markdownToHtml(markdown: string, origin: string): string {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return html
    .replaceAll(/(<(?:a|img) (?:href|src)=")\/(?!\/)/g, `$1${origin}/`)
    .replaceAll(/<t[hd][ >].*?<\/t[hd]>/g, (cell) => cell.replaceAll(/&lt;br[ \t]*\/?&gt;/gi, '<br>'));
}
