/**
 * Which page a wiki link means: the one of this name, whatever its case, or the one at this path of names. The name of a page
 * that has another one now leads to it, as long as nobody else has it.
 */
import { pageTitle } from '../../../lib/page-title.ts';
import { slug } from '../blocks/block-anchors.ts';
import type { WikiLink } from '../markdown/wiki-links.ts';
import type { LinkablePage, LinkablePages } from '../writing-aids/linkable-page.ts';

export type WikiPlace =
  | { readonly kind: 'page'; readonly page: LinkablePage; readonly address: string; readonly title: string }
  /** In the open page itself. */
  | { readonly kind: 'here'; readonly address: string; readonly title: string }
  | { readonly kind: 'several'; readonly pages: readonly LinkablePage[] }
  | { readonly kind: 'nobody'; readonly name: string }
  /** The workspace's pages are not known yet. */
  | { readonly kind: 'unknown' };

type Pages = Pick<LinkablePages, 'path' | 'list' | 'subscribe'>;
type AskFormerlyNamed = (names: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;

const ASKED_AT_ONCE = 100;
const LONGEST_NAME = 255;

export class WikiPages {
  readonly #pages: Pages;
  readonly #ask: AskFormerlyNamed;
  readonly #former = new Map<string, ReadonlySet<string>>();
  readonly #listeners = new Set<() => void>();
  readonly #asked = new Set<string>();
  #waiting = new Set<string>();
  #index: ReadonlyMap<string, readonly LinkablePage[]> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(pages: Pages, ask: AskFormerlyNamed) {
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

  find({ target, heading }: WikiLink): WikiPlace {
    const anchor = heading === '' ? '' : `#${slug(heading) || 'heading'}`;
    const withHeading = (title: string) => (heading === '' ? title : `${title} › ${heading}`);
    if (target === '') return { kind: 'here', address: this.#pages.path + anchor, title: heading };
    const index = this.#indexed();
    if (index.size === 0) return { kind: 'unknown' };
    const named = pagesAt(index, target);
    const found = named.length === 0 ? this.#formerlyAt(index, target) : named;
    const [page] = found;
    if (!page) return { kind: 'nobody', name: lastName(target) };
    if (found.length > 1) return { kind: 'several', pages: found };
    return { kind: 'page', page, address: page.path + anchor, title: withHeading(pageTitle(page.name)) };
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

  #formerlyAt(index: ReadonlyMap<string, readonly LinkablePage[]>, target: string): LinkablePage[] {
    const name = lastName(target);
    if (!this.#asked.has(name) && name.length <= LONGEST_NAME) this.#askAbout(name);
    const ids = this.#former.get(name);
    return ids && ids.size > 0
      ? [...index.values()].flatMap((pages) => pages.filter(({ id }) => ids.has(id)))
      : [];
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
        for (const [name, ids] of answer) {
          this.#former.set(name, ids);
          isFound ||= ids.size > 0;
        }
      } catch {
        // Nothing is wrong with the page: some of its links have old names.
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

function lastName(target: string): string {
  return target.slice(target.lastIndexOf('/') + 1).trim() || target;
}

function fold(name: string): string {
  return pageTitle(name).normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ');
}
