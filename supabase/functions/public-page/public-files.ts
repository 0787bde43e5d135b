/**
 * The files of a public page as HTML: pictures, players and cards, as in the app, without a script. Their addresses lead to
 * {@link file://./file-answers.ts}. A file that the page does not show to everyone is its words alone.
 */

import { escapeText } from '../../../markdown/src/text/escape-html.ts';
import { SCALED, WIDTHS } from './file-answers.ts';
import type { PublicFile } from './pages.ts';

const FILE_PATH = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/[^/?#]*)?$/i;
const WISHED_WIDTH = /^(.*?)\|(\d{1,4})$/s;
const UNITS = ['KB', 'MB', 'GB'];

export class PublicFiles {
  readonly #page: string;
  readonly #site: string;
  readonly #files: ReadonlyMap<string, PublicFile>;

  constructor(page: string, site: string, files: readonly PublicFile[]) {
    this.#page = page;
    this.#site = site;
    this.#files = new Map(files.map((file) => [file.id, file]));
  }

  /** Whether the address is one of a file, also of one that is not shown. */
  isFile(address: string): boolean {
    return FILE_PATH.test(this.#local(address));
  }

  find(address: string, kind: 'any' | 'picture' = 'any'): PublicFile | undefined {
    const [, id = ''] = FILE_PATH.exec(this.#local(address)) ?? [];
    const file = this.#files.get(id.toLowerCase());
    return kind === 'any' || (file && isPicture(file)) ? file : undefined;
  }

  /** @returns where everyone finds the file */
  addressOf({ id, name }: PublicFile): string {
    return `/p/${this.#page}/files/${id}/${encodeURIComponent(name.toWellFormed())}`;
  }

  /** @param said the words of the text, with the width that they may wish for */
  embedded(file: PublicFile, said: string): string {
    const [, words = said, wished] = WISHED_WIDTH.exec(said) ?? [];
    const address = escapeText(this.addressOf(file));
    const label = escapeText(words || file.name);
    if (isPicture(file)) return this.#picture(file, words, wished === undefined ? undefined : Number(wished));
    if (file.media_type.startsWith('video/'))
      return `<video class="player" controls preload="metadata" src="${address}"${size(file)} aria-label="${label}"></video>`;
    if (file.media_type.startsWith('audio/'))
      return `<audio class="player" controls preload="metadata" src="${address}" aria-label="${label}"></audio>`;
    return this.card(file);
  }

  card(file: PublicFile): string {
    const facts = [kindOf(file), bytesAsText(file.bytes)].join(' · ');
    return `<a class="file" href="${escapeText(this.addressOf(file))}"><b>${escapeText(file.name)}</b> <span>${escapeText(facts)}</span></a>`;
  }

  #picture(file: PublicFile, words: string, wished: number | undefined): string {
    const address = this.addressOf(file);
    const widths = SCALED.test(file.media_type) ? WIDTHS.filter((width) => width < (file.width ?? 0)) : [];
    const sources = widths.map((width) => `${address}?width=${width} ${width}w`);
    const set =
      sources.length > 0
        ? ` srcset="${escapeText([...sources, `${address} ${file.width}w`].join(', '))}" sizes="(width<46rem) 100vw, ${wished ?? 736}px"`
        : '';
    return `<img class="picture" src="${escapeText(address)}"${set}${wished === undefined ? size(file) : sizeAt(file, wished)} alt="${escapeText(words)}" loading="lazy" decoding="async">`;
  }

  #local(address: string): string {
    return address.startsWith(`${this.#site}/`) ? address.slice(this.#site.length) : address;
  }
}

function isPicture({ media_type }: PublicFile): boolean {
  return media_type.startsWith('image/') && !media_type.startsWith('image/svg');
}

function size({ width, height }: PublicFile): string {
  return width && height ? ` width="${width}" height="${height}"` : '';
}

function sizeAt({ width, height }: PublicFile, wished: number): string {
  return width && height
    ? ` width="${wished}" height="${Math.round((wished * height) / width)}"`
    : ` width="${wished}"`;
}

function kindOf({ name, media_type }: PublicFile): string {
  const [, ending] = /\.([A-Za-z0-9]{1,8})$/.exec(name) ?? [];
  return (ending ?? media_type.split('/')[1] ?? 'file').toUpperCase();
}

function bytesAsText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let [value, unit] = [bytes / 1000, 0];
  while (value >= 999.5 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${UNITS[unit]}`;
}
