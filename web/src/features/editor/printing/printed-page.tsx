/** A page on paper: its whole text without the shell, and the addresses of its links at the end. */
import { useCallback, useMemo, useState } from 'react';
import { pageTitle } from '../../../lib/page/page-title.ts';
import type { PageTexts } from '../../document/words/page-texts.ts';
import type { LinkablePages } from '../linked-pages/linkable-page.ts';
import { pageTitlesOf } from '../linked-pages/page-titles-of.ts';
import { wikiPagesOf } from '../linked-pages/wiki-pages-of.ts';
import { type Printed, ReadingView } from '../reading/reading-view.tsx';
import type { ShownImages } from '../view/shown-images.ts';
import './printed-page.css';

interface PrintedPageProps extends PageTexts {
  readonly images: ShownImages;
  readonly pages: LinkablePages;
  readonly printed: Printed;
}

export function PrintedPage({ name, description, content, images, pages, printed }: PrintedPageProps) {
  const [links, setLinks] = useState<readonly string[]>([]);
  const collectLinks = useCallback((end: HTMLElement | null) => {
    const anchors = end?.parentElement?.querySelectorAll<HTMLAnchorElement>('a:not([href^="#"])');
    if (anchors) setLinks([...anchors].map(({ href }) => href));
  }, []);
  // The same one once there are links, or all of the page would be drawn again.
  const wiki = useMemo(() => ({ places: wikiPagesOf(pages), create: pages.create }), [pages]);
  return (
    <article className="printed-page" data-theme="light">
      <h1 dir="auto">{pageTitle(name)}</h1>
      {description.trim() !== '' && (
        <p dir="auto" className="printed-description">
          {description}
        </p>
      )}
      <ReadingView
        markdown={content}
        images={images}
        titles={pageTitlesOf(pages)}
        wiki={wiki}
        onFollow={ignore}
        onTick={ignore}
        printed={printed}
        onDrawn={collectLinks}
      />
      {links.length > 0 && (
        <section className="printed-links" aria-label="Links">
          <ol>
            {links.map((address, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a link is named by its number
              <li key={index}>{address}</li>
            ))}
          </ol>
        </section>
      )}
    </article>
  );
}

function ignore(): void {
  // Nobody can click on paper.
}
