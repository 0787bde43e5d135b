/**
 * Paragraphs that the app shows as more than text (web/src/features/editor/markdown/embeds.ts and picture-row.ts, which a test
 * compares): the address of a player or a document, and pictures side by side. Here nothing is loaded, so the first is a card that
 * leads there, the others are links in a row.
 */
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/** Of the address without its scheme and `www.`. */
export const PROVIDERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'YouTube',
    /^(?:(?:m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|live\/|embed\/)|youtu\.be\/)([\w-]{11})(?=[/?&]|$)/,
  ],
  [
    'Vimeo',
    /^(?:player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/)?(\d{5,12})(?:\/([0-9a-f]{6,40}))?(?=[/?]|$)/,
  ],
  ['Loom', /^loom\.com\/(?:share|embed)\/(?:[\w-]+-)?([0-9a-f]{32})(?=[/?]|$)/],
  [
    'Spotify',
    /^open\.spotify\.com\/(?:intl-[a-z-]{2,7}\/)?(?:embed\/)?(track|album|playlist|episode|show|artist)\/([0-9A-Za-z]{22})(?=[/?]|$)/,
  ],
  [
    'SoundCloud',
    /^(?:m\.)?soundcloud\.com\/(?!discover\/|search\/|you\/|charts\/)([\w-]{1,100}\/(?:sets\/)?[\w-]{1,200}(?:\/s-\w{1,40})?)(?=[/?]|$)/,
  ],
  ['Figma', /^(?:embed\.)?figma\.com\/(file|design|board|slides|deck|proto)\/([0-9A-Za-z]{16,40})(?=[/?]|$)/],
  [
    'CodePen',
    /^codepen\.io\/((?:team\/)?[\w-]{1,60})\/(?:pen|full|details|embed)\/([0-9A-Za-z]{4,40})(?=[/?]|$)/,
  ],
  [
    'Google Maps',
    /^google\.com\/maps\/(?:embed\?(?:[^#]*&)?pb=([\w!.%:+-]+)|(?:place|search)\/([^/@?]{1,300})|@(-?\d{1,3}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?),(\d{1,2})(?:\.\d+)?z)/,
  ],
  [
    'Google Docs',
    /^docs\.google\.com\/(document|spreadsheets|presentation|forms)\/(?:u\/\d\/)?d\/(e\/)?([\w-]{20,120})(?=[/?]|$)/,
  ],
];

const LONGEST = 2000;
const PLAIN_ADDRESS = /^https:\/\/(?:www\.)?[a-z0-9.-]+\/[^\s<>"'`\\|^{}#]*(?:#[^\s<>"'`\\|^{}]*)?$/i;

interface Card {
  readonly provider: string;
  readonly address: string;
}

export function readMedia(markdown: MarkdownIt): void {
  const { escapeHtml } = markdown.utils;
  markdown.core.ruler.after('inline', 'media', ({ tokens }: StateCore) => {
    tokens.forEach((token, at) => {
      const [open, close] = [tokens[at - 1], tokens[at + 1]];
      if (token.type !== 'inline' || token.level !== 1 || open?.type !== 'paragraph_open' || !close) return;
      const card = readCard(token.content);
      if (card) {
        open.attrSet('class', 'embed');
        Object.assign(token, { type: 'embed', children: null, meta: { ...card } });
      } else if (token.children && isRow(token)) {
        open.tag = 'div';
        close.tag = 'div';
        open.attrSet('class', 'pictures');
        token.children = token.children.filter(({ type }) => type === 'image').map(captioned);
      }
    });
  });
  markdown.renderer.rules.embed = (tokens, at) => {
    const { provider, address } = (tokens[at]?.meta ?? {}) as unknown as Card;
    const shown = address.replace(/^https:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
    return `<a href="${escapeHtml(address)}" rel="noopener noreferrer nofollow ugc"><b>${provider}</b> <span>${escapeHtml(shown)}</span></a>`;
  };
}

function readCard(paragraph: string): Card | undefined {
  const text = paragraph.trim();
  const address = /^<[^<>]+>$/.test(text) ? text.slice(1, -1) : text;
  if (address.length > LONGEST || !PLAIN_ADDRESS.test(address)) return undefined;
  const { host, pathname, search } = new URL(address);
  const place = `${host.replace(/^www\./, '')}${pathname}${search}`;
  const provider = PROVIDERS.find(([, pattern]) => pattern.test(place))?.[0];
  return provider === undefined ? undefined : { provider, address };
}

function isRow({ children }: Token): boolean {
  const images = (children ?? []).filter(({ type }) => type === 'image');
  const others = (children ?? []).filter(({ type }) => type !== 'image');
  const isBlank = ({ type, content }: Token) =>
    type === 'softbreak' ||
    (type === 'hardbreak' && content === '') ||
    (type === 'text' && content.trim() === '');
  return (images.length === 2 || images.length === 3) && others.every(isBlank);
}

/** The words below a picture are those of its link. */
function captioned(image: Token): Token {
  const title = image.attrGet('title');
  if (title) image.content = String(title);
  return image;
}
