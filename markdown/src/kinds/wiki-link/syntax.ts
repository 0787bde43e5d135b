/**
 * Wiki links for the Markdown parser, as Obsidian and others write them: `[[Page]]`, `[[Folder/Page#Heading|what it says]]`,
 * `[[#Heading]]` within the page, and `![[Page]]`, which shows more of it there and is a card here.
 */
import { tags } from '@lezer/highlight';
import type { MarkdownConfig } from '@lezer/markdown';

const BRACKET = 91;
const EXCLAMATION = 33;
// Brackets that an address or a name follows at once are a link's text, and `[[ -f x ]]` is a shell's. The bar is escaped in tables.
const WIKI_LINK =
  /^!?\[\[(?!\s|toc\]|_toc_\])((?:[^[\]\n|\\]|\\(?!\|))+?)(?:\\?\|([^[\]\n]*))?\]\](?!\(|\[[^[\]\s^])/i;
const BLOCK = /^\^[a-z\d-]+$/i;
const LONGEST = 1000;

export interface WikiLink {
  /** The page's name, or a path of names that ends with it; empty for a place in the page itself. */
  readonly target: string;
  readonly heading: string;
  /** The name that a block of the page was given, with its sign, in a heading's place. */
  readonly block: string;
  /** Undefined where it says what it leads to. */
  readonly alias: string | undefined;
  readonly isEmbed: boolean;
}

export const syntax: MarkdownConfig = {
  defineNodes: [{ name: 'WikiLink', style: tags.link }],
  parseInline: [
    {
      name: 'WikiLink',
      before: 'Link',
      parse: (cx, next, pos) => {
        const bracket = next === EXCLAMATION ? pos + 1 : pos;
        if (cx.char(bracket) !== BRACKET || cx.char(bracket + 1) !== BRACKET) return -1;
        const whole = wikiLinkIn(cx.slice(pos, Math.min(cx.end, pos + LONGEST)));
        return whole === undefined ? -1 : cx.addElement(cx.elt('WikiLink', pos, pos + whole.length));
      },
    },
  ],
};

/** @returns the wiki link that a text begins with */
function wikiLinkIn(text: string): string | undefined {
  return WIKI_LINK.exec(text)?.[0];
}

/** @param source what the parser found */
export function readWikiLink(source: string): WikiLink {
  const [, path = '', alias] = WIKI_LINK.exec(source) ?? [];
  const [target = '', ...headings] = path.split('#');
  // `Page#Heading#Below it` leads to the last one.
  const part = headings.at(-1)?.trim() ?? '';
  return {
    target: target.trim().replace(/\.md$/i, ''),
    heading: part.startsWith('^') ? '' : part,
    block: BLOCK.test(part) ? part : '',
    alias: alias?.trim() || undefined,
    isEmbed: source.startsWith('!'),
  };
}

/** Gives words to a link without words of its own, as long as nobody knows its page. */
export function wikiWords(link: WikiLink): string {
  return link.alias ?? wikiTitle(link.target, link);
}

/** @param page what the page is called here; @returns where a link leads to, in words */
export function wikiTitle(page: string, { heading, block }: Pick<WikiLink, 'heading' | 'block'>): string {
  return [page, heading].filter((part) => part !== '').join(' › ') || block;
}
