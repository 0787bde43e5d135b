/**
 * The pictures that HTML in a text shows. Pages show no HTML, so an import writes these pictures in Markdown: alone, with the
 * tags that only place them, such as `<p align="center">` and `<picture>`.
 */

export interface HtmlPicture {
  /** The address, its entities read. */
  readonly address: string;
  /** The words for those who do not see it. */
  readonly words: string;
  /** In pixels. */
  readonly width: string | undefined;
}

// Longer ones are no mere pictures, and tags that never end would be read again and again.
const LONGEST = 10_000;
const PICTURE = /<img\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi;
const ATTRIBUTE = /([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const PLACING = /<\/?(?:p|div|center|figure|picture|source|br|a)\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi;

export function hasHtmlPicture(text: string): boolean {
  return /<img\b/i.test(text);
}

/**
 * @param html one tag, or a block of HTML
 * @returns its pictures in their order; none where it has more than them to say
 */
export function htmlPictures(html: string): HtmlPicture[] {
  if (html.length > LONGEST) return [];
  const rest = html.replaceAll(PICTURE, '').replaceAll(PLACING, '');
  if (rest.trim() !== '') return [];
  return (html.match(PICTURE) ?? []).flatMap((tag) => {
    const { src, alt = '', width = '' } = attributesOf(tag);
    if (src === undefined) return [];
    return [
      {
        address: src,
        words: alt,
        width: /^\d{1,5}(?:px)?$/.test(width) ? width.replace('px', '') : undefined,
      },
    ];
  });
}

function attributesOf(tag: string): Readonly<Partial<Record<string, string>>> {
  return Object.fromEntries(
    [...tag.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      readEntities(double ?? single ?? bare ?? ''),
    ]),
  );
}

function readEntities(value: string): string {
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}
