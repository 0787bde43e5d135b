/** A wiki link as what it leads to, while nothing is written in it. */
import { type WikiLink, wikiWords } from '../../../../../../markdown/src/kinds/wiki-link/syntax.ts';
import { iconAttributes } from '../../../../lib/page/page-look.ts';
import type { WikiPlace } from '../../linked-pages/wiki-pages.ts';
import { InlineWidget } from '../../view/inline-widget.ts';

export class WikiLinkWidget extends InlineWidget {
  readonly #text: string;
  readonly #attributes: Readonly<Record<string, string>>;
  readonly #key: string;

  constructor(link: WikiLink, place: WikiPlace) {
    super();
    const leads = place.kind === 'page' || place.kind === 'here';
    this.#text = link.alias ?? (leads ? place.words : wikiWords(link));
    this.#attributes = {
      class: `cm-page-link wiki-link wiki-${place.kind}${link.isEmbed ? ' page-embed' : ''}`,
      'data-wiki': '',
      ...(leads && { 'data-href': place.address }),
      ...(place.kind === 'page' && { 'data-page': place.page.id, ...iconAttributes(place.page.icon) }),
      ...(place.kind === 'nobody' && { title: 'No page has this name' }),
      ...(place.kind === 'several' && { title: 'Several pages have this name' }),
    };
    this.#key = JSON.stringify([this.#text, this.#attributes]);
  }

  override eq(other: WikiLinkWidget): boolean {
    return other.#key === this.#key;
  }

  toDOM(): HTMLElement {
    const link = document.createElement('span');
    for (const [name, value] of Object.entries(this.#attributes)) link.setAttribute(name, value);
    link.textContent = this.#text;
    return link;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
