/** The workspace's pages, as far as links need them. */

/** A page that a link can lead to. */
export interface LinkablePage {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly icon?: string | undefined;
  /** Their names, from the root down to the page's parent. */
  readonly ancestors: () => readonly string[];
}

export interface LinkablePages {
  /** The path of the open page. */
  readonly path: string;
  /** As they are known when it is asked. */
  list(): readonly LinkablePage[];
  /** @returns undefined for a page that is not there, or not known yet */
  nameOf(pageId: string): string | undefined;
  /** @returns undefined for a page without one, too */
  iconOf(pageId: string): string | undefined;
  /** Told when pages come, go or get other names. @returns the function that ends it */
  subscribe(listener: () => void): () => void;
  /** Makes a page under the open one, and says so where that fails. @returns it at once, so that one writes on */
  create(name: string): LinkablePage;
}
