/** The tree around a shared page: the way down to the page, and the list of the pages that are shared with it. */
import { escapeText } from '../../../../markdown/src/text/escape-html.ts';
import { pageTitle } from '../page-title.ts';
import type { SharedPage } from '../pages.ts';

export class SharedTree {
  readonly #id: string;
  readonly #pages: ReadonlyMap<string, SharedPage>;
  readonly #children: ReadonlyMap<string | null, readonly SharedPage[]>;
  readonly #way: readonly SharedPage[];

  /**
   * @param id the open page
   * @param pages in the order of the tree; none where a page is shared alone
   */
  constructor(id: string, pages: readonly SharedPage[]) {
    this.#id = id;
    this.#pages = new Map(pages.map((page) => [page.id, page]));
    this.#children = Map.groupBy(pages, ({ parent_id }) => parent_id);
    this.#way = this.#wayTo(id);
  }

  /** Nobody needs a list of one page. */
  get isShown(): boolean {
    return this.#pages.size > 1;
  }

  /** The pages above, from the shared one down; empty on that one itself. */
  crumbs(): string {
    const above = this.#way.slice(0, -1);
    if (above.length === 0) return '';
    const items = above.map((page) => `<li>${link(page)}</li>`);
    return `<nav class="crumbs" aria-label="Breadcrumb">\n<ol>\n${items.join('\n')}\n</ol>\n</nav>\n`;
  }

  list(): string {
    return this.#listOf(null);
  }

  #wayTo(id: string): SharedPage[] {
    const way: SharedPage[] = [];
    for (let page = this.#pages.get(id); page; page = this.#pages.get(page.parent_id ?? ''))
      way.unshift(page);
    return way;
  }

  #listOf(parentId: string | null): string {
    const items = (this.#children.get(parentId) ?? []).map((page) => this.#item(page));
    return `<ul>\n${items.join('\n')}\n</ul>`;
  }

  #item(page: SharedPage): string {
    const name = link(page, page.id === this.#id);
    if (!this.#children.has(page.id)) return `<li>${name}</li>`;
    const open = this.#way.includes(page) ? ' open' : '';
    const label = `Subpages of ${escapeText(pageTitle(page.name))}`;
    return `<li>${name}<details${open}><summary aria-label="${label}"></summary>\n${this.#listOf(page.id)}</details></li>`;
  }
}

function link({ id, name }: SharedPage, isCurrent = false): string {
  const current = isCurrent ? ' aria-current="page"' : '';
  return `<a href="/p/${escapeText(id)}"${current} dir="auto">${escapeText(pageTitle(name))}</a>`;
}
