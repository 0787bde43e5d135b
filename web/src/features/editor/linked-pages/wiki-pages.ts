/**
 * Which page a wiki link means: the one of this name, whatever its case, or the one at this path of names. Where no page is
 * called so, the one that has the name as an alias, and after that the one that had it before a rename.
 */

import { partOf } from '../../../../../markdown/src/kinds/wiki-link/part-of.ts';
import { type WikiLink, wikiTitle } from '../../../../../markdown/src/kinds/wiki-link/syntax.ts';
import { pageTitle } from '../../../lib/page/page-title.ts';
import type { OtherNamed } from '../api/other-names.ts';
import type { LinkablePage, LinkablePages } from './linkable-page.ts';

export type WikiPlace =
  | {
      readonly kind: 'page';
      readonly page: LinkablePage;
      readonly address: string;
      readonly title: string;
      /** The words of a link that has none of its own: the page's title, or the alias that the link calls it by. */
      readonly words: string;
    }
  /** In the open page itself. */
  | { readonly kind: 'here'; readonly address: string; readonly title: string; readonly words: string }
  | { readonly kind: 'several'; readonly pages: readonly LinkablePage[] }
  | { readonly kind: 'nobody'; readonly name: string }
  /** The workspace's pages are not known yet. */
  | { readonly kind: 'unknown' };

type Pages = Pick<LinkablePages, 'path' | 'list' | 'subscribe'>;
type AskOtherwiseNamed = (names: readonly string[]) => Promise<ReadonlyMap<string, readonly OtherNamed[]>>;

const ASKED_AT_ONCE = 100;
const LONGEST_NAME = 255;

export class WikiPages {
  readonly #pages: Pages;
  readonly #ask: AskOtherwiseNamed;
  readonly #otherwise = new Map<string, readonly OtherNamed[]>();
  readonly #listeners = new Set<() => void>();
  readonly #asked = new Set<string>();
  #waiting = new Set<string>();
  #index: ReadonlyMap<string, readonly LinkablePage[]> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(pages: Pages, ask: AskOtherwiseNamed) {
    this.#pages = pages;
    this.#ask = ask;
  }

  /** Told when links may lead elsewhere. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#unsubscribe ??= this.#pages.subscribe(this.#tell);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      this.#index = undefined;
    };
  };

  find(link: Pick<WikiLink, 'target' | 'heading' | 'block'>): WikiPlace {
    const { target } = link;
    const anchor = partOf(link);
    const titleOf = (name: string) => wikiTitle(name, link);
    if (target === '')
      return { kind: 'here', address: this.#pages.path + anchor, title: titleOf(''), words: titleOf('') };
    const index = this.#indexed();
    if (index.size === 0) return { kind: 'unknown' };
    const named = pagesAt(index, target);
    const name = lastName(target);
    const others =
      named.length === 0 ? this.#otherwiseNamed(index, name) : { pages: named, areAliased: false };
    const [page, ...more] = others.pages;
    if (!page) return { kind: 'nobody', name };
    if (more.length > 0) return { kind: 'several', pages: others.pages };
    const title = titleOf(pageTitle(page.name));
    const words = others.areAliased ? titleOf(name) : title;
    return { kind: 'page', page, address: page.path + anchor, title, words };
  }

  /** Whether a link that says this leads to the page. */
  means(target: string, pageId: string): boolean {
    const place = this.find({ target, heading: '', block: '' });
    return place.kind === 'page' && place.page.id === pageId;
  }

  #indexed(): ReadonlyMap<string, readonly LinkablePage[]> {
    if (this.#index) return this.#index;
    const index = Map.groupBy(this.#pages.list(), ({ name }) => fold(name));
    this.#index = index;
    // Nobody tells of changes before somebody listens.
    if (!this.#unsubscribe)
      queueMicrotask(() => {
        if (!this.#unsubscribe) this.#index = undefined;
      });
    return index;
  }

  #otherwiseNamed(index: ReadonlyMap<string, readonly LinkablePage[]>, name: string) {
    if (!this.#asked.has(name) && name.length <= LONGEST_NAME) this.#askAbout(name);
    const { aliased = [], former = [] } = Object.groupBy(this.#otherwise.get(name) ?? [], ({ isAlias }) =>
      isAlias ? 'aliased' : 'former',
    );
    const pages = pagesOf(index, aliased);
    return pages.length > 0
      ? { pages, areAliased: true }
      : { pages: pagesOf(index, former), areAliased: false };
  }

  readonly #tell = (): void => {
    this.#index = undefined;
    for (const listener of this.#listeners) listener();
  };

  #askAbout(name: string): void {
    if (this.#waiting.size === 0) queueMicrotask(() => void this.#askForAll());
    this.#waiting.add(name);
    // Asked once: until there is an answer, and after one that failed, nobody has the name.
    this.#asked.add(name);
  }

  async #askForAll(): Promise<void> {
    const names = [...this.#waiting];
    this.#waiting = new Set();
    let isFound = false;
    for (let start = 0; start < names.length; start += ASKED_AT_ONCE) {
      try {
        const answer = await this.#ask(names.slice(start, start + ASKED_AT_ONCE));
        for (const [name, others] of answer) {
          this.#otherwise.set(name, others);
          isFound ||= others.length > 0;
        }
      } catch {
        // Nothing is wrong with the page: some of its links have other names.
      }
    }
    if (isFound) this.#tell();
  }
}

/** A name may have slashes of its own. */
function pagesAt(
  index: ReadonlyMap<string, readonly LinkablePage[]>,
  target: string,
): readonly LinkablePage[] {
  const whole = index.get(fold(target));
  if (whole || !target.includes('/')) return whole ?? [];
  const names = target
    .split('/')
    .map(fold)
    .filter((name) => name !== '');
  const folders = names.slice(0, -1);
  return (index.get(names.at(-1) ?? '') ?? []).filter(({ ancestors }) => {
    const above = ancestors().map(fold).slice(-folders.length);
    return (
      folders.length === 0 ||
      (above.length === folders.length && above.every((name, at) => name === folders[at]))
    );
  });
}

function pagesOf(
  index: ReadonlyMap<string, readonly LinkablePage[]>,
  named: readonly OtherNamed[],
): LinkablePage[] {
  const ids = new Set(named.map(({ pageId }) => pageId));
  return ids.size > 0 ? [...index.values()].flatMap((pages) => pages.filter(({ id }) => ids.has(id))) : [];
}

function lastName(target: string): string {
  return target.slice(target.lastIndexOf('/') + 1).trim() || target;
}

function fold(name: string): string {
  return pageTitle(name).normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ');
}
