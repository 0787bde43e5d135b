/** Operator-supplied Markdown to HTML. Used at build time only. */
import { micromark } from 'micromark';

/**
 * @returns HTML in which nothing of the text can run: tags in it are shown as text, and links lead to http, https, mailto
 *   or this site only. Headings are one level lower, beneath the page's own; undefined when there is no text
 */
export function renderMarkdown(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  return micromark(text).replaceAll(
    /<(\/?)h([1-5])>/g,
    (_tag, slash, level) => `<${slash}h${Number(level) + 1}>`,
  );
}
