/**
 * Finds the links of a Markdown text: those of Markdown, the `[[links]]` and `![[embeds]]` of Obsidian and others, and
 * pictures in HTML. Code and front matter hold none.
 */
import { GFM, type MarkdownConfig, parser } from '@lezer/markdown';
import { type HtmlPicture, hasHtmlPicture, htmlPictures } from './html-pictures.ts';

export type FoundLink =
  /** The address alone stands between `from` and `to`. */
  | {
      readonly kind: 'address';
      readonly from: number;
      readonly to: number;
      readonly address: string;
    }
  /** The whole of `[[target|shown]]` stands between `from` and `to`. */
  | { readonly kind: 'wiki'; readonly from: number; readonly to: number; readonly link: WikiLink }
  /** HTML that shows pictures, and nothing else, stands between `from` and `to`. */
  | {
      readonly kind: 'html';
      readonly from: number;
      readonly to: number;
      readonly pictures: readonly HtmlPicture[];
      /** The sign between a picture's words and its width: in a table the bar has a backslash. */
      readonly bar: string;
    };

export interface WikiLink {
  readonly isEmbed: boolean;
  /** A page's or file's name or path; empty for the text's own page. */
  readonly target: string;
  /** The part from its `#` on: a heading, a chain of headings, or a block as `#^name`. */
  readonly part: string;
  /** Behind the bar; in a table the bar has a backslash. */
  readonly shown: string | undefined;
  readonly bar: string;
}

const WIKI = /^(!?)\[\[([^[\]|\n#\\]*)((?:#[^[\]|\n\\]*)?)(?:(\\?\|)([^[\]\n]*))?\]\]/;
const OPENING = '['.charCodeAt(0);
const EMBED = '!'.charCodeAt(0);

const wikiLinks: MarkdownConfig = {
  defineNodes: ['WikiLink'],
  parseInline: [
    {
      name: 'WikiLink',
      before: 'Link',
      parse: (context, next, place) => {
        if (next !== OPENING && next !== EMBED) return -1;
        const opening = next === EMBED ? place + 1 : place;
        if (context.char(opening) !== OPENING || context.char(opening + 1) !== OPENING) return -1;
        const found = WIKI.exec(context.slice(place, context.end));
        return found ? context.addElement(context.elt('WikiLink', place, place + found[0].length)) : -1;
      },
    },
  ],
};

const markdown = parser.configure([GFM, wikiLinks]);
const HOLDERS: ReadonlySet<string> = new Set(['Link', 'Image', 'LinkReference']);
// No address of Markdown's, but many editors write and follow it.
const WITH_SPACES = /^\(([^()<>"\n]{1,500})\)/;
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** @returns in the order of the text */
export function findLinks(text: string): FoundLink[] {
  // Most texts have none, and reading a text as Markdown takes its time.
  if (!text.includes('](') && !text.includes(']:') && !text.includes('[[') && !hasHtmlPicture(text))
    return [];
  const found: FoundLink[] = [];
  const start = FRONT_MATTER.exec(text)?.[0].length ?? 0;
  markdown.parse(text.slice(start)).iterate({
    enter: ({ name, from, to, node }) => {
      const place = { from: from + start, to: to + start };
      const written = text.slice(place.from, place.to);
      if (name === 'WikiLink') found.push({ kind: 'wiki', ...place, link: readWikiLink(written) });
      if (name === 'URL' && HOLDERS.has(node.parent?.name ?? ''))
        found.push({ kind: 'address', ...place, address: plain(written) });
      if ((name === 'Link' || name === 'Image') && !node.getChild('URL')) {
        const [, address] = WITH_SPACES.exec(text.slice(place.to, place.to + 502)) ?? [];
        if (address?.trim().includes(' '))
          found.push({ kind: 'address', from: place.to + 1, to: place.to + 1 + address.length, address });
      }
      if ((name === 'HTMLBlock' || name === 'HTMLTag') && hasHtmlPicture(written)) {
        const pictures = htmlPictures(written);
        const bar = node.parent?.name === 'TableCell' ? '\\|' : '|';
        if (pictures.length > 0) found.push({ kind: 'html', ...place, pictures, bar });
      }
    },
  });
  // A reference's definition may stand within what was found before it.
  return found.sort((a, b) => a.from - b.from);
}

/** New words for a part of a text. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

/** @param edits of which one within another is left out */
export function withEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const { from, to, words } of edits.toSorted((a, b) => a.from - b.from)) {
    if (from < end) continue;
    parts.push(text.slice(end, from), words);
    end = to;
  }
  return parts.length === 0 ? text : `${parts.join('')}${text.slice(end)}`;
}

function readWikiLink(written: string): WikiLink {
  const [, mark = '', target = '', part = '', bar = '|', shown] = WIKI.exec(written) ?? [];
  return { isEmbed: mark !== '', target: target.trim(), part, shown, bar };
}

/** As it is meant: without the brackets and backslashes that Markdown asks for. */
export function plain(written: string): string {
  const bare = written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written;
  return bare.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}
