/**
 * The present titles of the pages that links lead to. A link whose text was its page's title shows the title that the page
 * has now; the text of the page with the link stays as it is, and whatever else somebody wrote for a link does, too.
 */
import { pageTitle } from '../../../lib/page/page-title.ts';
import type { LinkablePages } from './linkable-page.ts';
import { linkedPage } from './page-address.ts';

const ASKED_AT_ONCE = 100;

type Pages = Pick<LinkablePages, 'nameOf' | 'iconOf' | 'subscribe'>;
/** Answers the former names of pages. */
type AskFormerNames = (pageIds: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;

export class PageTitles {
  readonly #pages: Pages;
  readonly #ask: AskFormerNames;
  readonly #former = new Map<string, Set<string>>();
  readonly #lastSeen = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  readonly #asked = new Set<string>();
  #waiting = new Set<string>();
  #unsubscribe: (() => void) | undefined;

  constructor(pages: Pages, ask: AskFormerNames) {
    this.#pages = pages;
    this.#ask = ask;
  }

  /** Told when links may show something else. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#unsubscribe ??= this.#pages.subscribe(this.#tell);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
    };
  };

  /**
   * @param text what the link says
   * @returns what it shows instead; undefined where it says what it shows
   */
  titleFor(address: string, text: string): string | undefined {
    const id = linkedPage(address, location.origin);
    const name = id === undefined ? undefined : this.nameOf(id);
    if (id === undefined || name === undefined || name === text) return undefined;
    if (!this.#asked.has(id)) this.#askAbout(id);
    return this.#former.get(id)?.has(text) ? name : undefined;
  }

  /** @returns the icon of the page that a link leads to */
  iconFor(address: string): string | undefined {
    const id = linkedPage(address, location.origin);
    return id === undefined ? undefined : this.#pages.iconOf(id);
  }

  /** @returns the page's present title; undefined while it is not known, or there is no such page */
  nameOf(id: string): string | undefined {
    const known = this.#pages.nameOf(id);
    if (known === undefined) return undefined;
    const name = pageTitle(known);
    const before = this.#lastSeen.get(id);
    // Renamed while it was looked at: nobody has to be asked.
    if (before !== undefined && before !== name) this.#formerOf(id).add(before);
    this.#lastSeen.set(id, name);
    return name;
  }

  #formerOf(id: string): Set<string> {
    const known = this.#former.get(id) ?? new Set<string>();
    this.#former.set(id, known);
    return known;
  }

  readonly #tell = (): void => {
    for (const listener of this.#listeners) listener();
  };

  #askAbout(id: string): void {
    if (this.#waiting.size === 0) queueMicrotask(() => void this.#askForAll());
    this.#waiting.add(id);
    // Asked once: until there is an answer, and after one that failed, links show what they say.
    this.#asked.add(id);
  }

  async #askForAll(): Promise<void> {
    const ids = [...this.#waiting];
    this.#waiting = new Set();
    for (let start = 0; start < ids.length; start += ASKED_AT_ONCE) {
      try {
        const names = await this.#ask(ids.slice(start, start + ASKED_AT_ONCE));
        for (const [id, found] of names) for (const name of found) this.#formerOf(id).add(pageTitle(name));
      } catch {
        // Nothing is wrong with the page: some of its links have old names.
      }
    }
    this.#tell();
  }
}
