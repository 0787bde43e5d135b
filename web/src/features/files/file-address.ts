/**
 * How a page's text names a file: by an address of this app that is the same on every server. `/files/<id>/<name>` as a
 * picture is the picture, a player or a document in place; as a link alone on its line it is a card; in a sentence it is a link.
 */
import type { PictureWords } from '../../../../markdown/src/kinds/image/picture-words.ts';
import { escapeName } from '../../../../markdown/src/text/escape-name.ts';

export interface FileAddress {
  readonly id: string;
  /** As people call it. */
  readonly name: string;
}

export type FileKind = 'picture' | 'film' | 'sound' | 'pdf' | 'other';

const ADDRESS = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([^/?#\s]{1,2000})$/i;

export function fileAddress({ id, name }: FileAddress): string {
  // Markdown ends an address at a bracket that has no partner.
  const encoded = encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
  return `/files/${id}/${encoded}`;
}

/** @param origin of this app, whose own address may stand before it */
export function readFileAddress(address: string, origin = ''): FileAddress | undefined {
  const path = origin !== '' && address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  const [, id, encoded] = ADDRESS.exec(path) ?? [];
  if (id === undefined || encoded === undefined) return undefined;
  return { id: id.toLowerCase(), name: decode(encoded) };
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

const KINDS: Readonly<Record<Exclude<FileKind, 'other'>, RegExp>> = {
  picture: /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i,
  film: /\.(?:mp4|m4v|webm|mov|ogv)$/i,
  sound: /\.(?:mp3|m4a|ogg|oga|opus|wav|flac|aac|weba)$/i,
  pdf: /\.pdf$/i,
};

/** By its name alone: the text must say how a file is shown before anybody has asked the server. */
export function fileKind(name: string): FileKind {
  for (const kind of ['picture', 'film', 'sound', 'pdf'] as const) if (KINDS[kind].test(name)) return kind;
  return 'other';
}

/** The Markdown of a file that is put into a page's text. */
export function fileMarkdown(file: FileAddress): string {
  const address = fileAddress(file);
  const kind = fileKind(file.name);
  if (kind === 'picture') return `![](${address})`;
  const name = escapeName(file.name);
  return kind === 'other' ? `[${name}](${address})` : `![${name}](${address})`;
}

/** @param alt as Markdown has it */
export function writePictureWords({ alt, width }: PictureWords): string {
  return width === undefined ? alt : `${alt}|${Math.round(width)}`;
}

const LONGEST_NAME = 255;

/** @returns a name that a file may have here: without what only file systems and terminals read */
export function cleanFileName(name: string): string {
  const words = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069/\\]+/gu, ' ')
    .trim();
  if (words.length <= LONGEST_NAME) return words || 'file';
  // The end of the name says how the file is shown.
  const end = /\.[^.]{1,16}$/.exec(words)?.[0] ?? '';
  return (
    words
      .slice(0, LONGEST_NAME - end.length)
      .toWellFormed()
      .replaceAll('\ufffd', '') + end
  );
}
