/**
 * Addresses of players and documents that a page can show in itself: one that stands alone in its paragraph is a card, from which
 * the reader asks for it. Other programs read the same line as a link. `[text](address)` is a link here, too.
 */

export type EmbedKind = 'video' | 'music' | 'design' | 'code' | 'map' | 'document';

export interface Embed {
  readonly provider: string;
  readonly kind: EmbedKind;
  /** As the page has it. */
  readonly address: string;
  /** The address that a frame shows. */
  readonly frame: string;
}

interface Provider {
  readonly name: string;
  readonly kind: EmbedKind;
  /** Matches the address without its scheme and `www.`. */
  readonly pattern: RegExp;
  /** @param found what the pattern's brackets hold */
  readonly frame: (found: readonly (string | undefined)[], parameters: URLSearchParams) => string;
}

/**
 * Each makes its frame's address of names and numbers alone. The Content-Security-Policy allows frames of these places and no
 * others (server/src/http/security-headers.ts, which a test compares).
 */
export const EMBED_PROVIDERS: readonly Provider[] = [
  {
    name: 'YouTube',
    kind: 'video',
    pattern:
      /^(?:(?:m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|live\/|embed\/)|youtu\.be\/)([\w-]{11})(?=[/?&]|$)/,
    frame: ([id], parameters) => {
      const start = secondsOf(parameters.get('t') ?? parameters.get('start') ?? '');
      return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1${start > 0 ? `&start=${start}` : ''}`;
    },
  },
  {
    name: 'Vimeo',
    kind: 'video',
    pattern:
      /^(?:player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/)?(\d{5,12})(?:\/([0-9a-f]{6,40}))?(?=[/?]|$)/,
    frame: ([id, path], parameters) => {
      // The hash belongs to a video that only people with its link see.
      const hash = path ?? /^[0-9a-f]{6,40}$/.exec(parameters.get('h') ?? '')?.[0];
      return `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${hash === undefined ? '' : `&h=${hash}`}`;
    },
  },
  {
    name: 'Loom',
    kind: 'video',
    pattern: /^loom\.com\/(?:share|embed)\/(?:[\w-]+-)?([0-9a-f]{32})(?=[/?]|$)/,
    frame: ([id]) => `https://www.loom.com/embed/${id}?autoplay=1`,
  },
  {
    name: 'Spotify',
    kind: 'music',
    pattern:
      /^open\.spotify\.com\/(?:intl-[a-z-]{2,7}\/)?(?:embed\/)?(track|album|playlist|episode|show|artist)\/([0-9A-Za-z]{22})(?=[/?]|$)/,
    frame: ([type, id]) => `https://open.spotify.com/embed/${type}/${id}`,
  },
  {
    name: 'SoundCloud',
    kind: 'music',
    pattern:
      /^(?:m\.)?soundcloud\.com\/(?!discover\/|search\/|you\/|charts\/)([\w-]{1,100}\/(?:sets\/)?[\w-]{1,200}(?:\/s-\w{1,40})?)(?=[/?]|$)/,
    frame: ([path]) =>
      `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com/${path}`)}&auto_play=true`,
  },
  {
    name: 'Figma',
    kind: 'design',
    pattern: /^(?:embed\.)?figma\.com\/(file|design|board|slides|deck|proto)\/([0-9A-Za-z]{16,40})(?=[/?]|$)/,
    frame: ([type, key], parameters) => {
      const node = /^\d{1,9}[-:]\d{1,9}$/.exec(parameters.get('node-id') ?? '')?.[0];
      const file = `${type === 'file' ? 'design' : type}/${key}`;
      return `https://embed.figma.com/${file}?embed-host=trellis${node === undefined ? '' : `&node-id=${node}`}`;
    },
  },
  {
    name: 'CodePen',
    kind: 'code',
    pattern:
      /^codepen\.io\/((?:team\/)?[\w-]{1,60})\/(?:pen|full|details|embed)\/([0-9A-Za-z]{4,40})(?=[/?]|$)/,
    frame: ([owner, id]) => `https://codepen.io/${owner}/embed/${id}?default-tab=result`,
  },
  {
    name: 'Google Maps',
    kind: 'map',
    pattern:
      /^google\.com\/maps\/(?:embed\?(?:[^#]*&)?pb=([\w!.%:+-]+)|(?:place|search)\/([^/@?]{1,300})|@(-?\d{1,3}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?),(\d{1,2})(?:\.\d+)?z)/,
    frame: ([map, place, point, zoom]) => {
      if (map !== undefined) return `https://www.google.com/maps/embed?pb=${map}`;
      const query = point === undefined ? `q=${textOf(place)}` : `q=${point}&z=${zoom}`;
      return `https://www.google.com/maps?${query}&output=embed`;
    },
  },
  {
    name: 'Google Docs',
    kind: 'document',
    pattern:
      /^docs\.google\.com\/(document|spreadsheets|presentation|forms)\/(?:u\/\d\/)?d\/(e\/)?([\w-]{20,120})(?=[/?]|$)/,
    frame: ([type, published, id]) => {
      const file = `https://docs.google.com/${type}/d/${published ?? ''}${id}`;
      if (type === 'forms') return `${file}/viewform?embedded=true`;
      if (type === 'presentation') return `${file}/embed`;
      if (published === undefined) return `${file}/preview`;
      return type === 'document' ? `${file}/pub?embedded=true` : `${file}/pubhtml?widget=true&headers=false`;
    },
  },
];

const LONGEST = 2000;
// No name of a person, no port, and nothing that programs read in different ways.
const PLAIN_ADDRESS = /^https:\/\/(?:www\.)?[a-z0-9.-]+\/[^\s<>"'`\\|^{}#]*(?:#[^\s<>"'`\\|^{}]*)?$/i;

/** @returns undefined for an address that is a link and no more */
export function readEmbed(address: string): Embed | undefined {
  if (address.length > LONGEST || !PLAIN_ADDRESS.test(address)) return undefined;
  const { host, pathname, search, searchParams } = new URL(address);
  const place = `${host.replace(/^www\./, '')}${pathname}${search}`;
  for (const { name, kind, pattern, frame } of EMBED_PROVIDERS) {
    const [whole, ...found] = pattern.exec(place) ?? [];
    if (whole !== undefined) return { provider: name, kind, address, frame: frame(found, searchParams) };
  }
  return undefined;
}

/** @param paragraph its text */
export function embedIn(paragraph: string): Embed | undefined {
  const text = paragraph.trim();
  return readEmbed(/^<[^<>]+>$/.test(text) ? text.slice(1, -1) : text);
}

/** 90, 90s, 1m30s, 1h2m3s */
function secondsOf(time: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** As it goes into a query again, whatever was encoded in it. */
function textOf(part = ''): string {
  const words = part.replaceAll('+', ' ');
  try {
    return encodeURIComponent(decodeURIComponent(words));
  } catch {
    return encodeURIComponent(words);
  }
}
