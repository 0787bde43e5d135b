/** The pages that link here, at the page's end. Says nothing while there are none, or while they are not known. */
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { pageTitle } from '../../../lib/page/page-title.ts';
import { pagePath } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { PageIcon } from '../../../ui/icons/page-icon.tsx';
import { backlinksQuery } from '../api/backlinks.ts';
import type { LinkablePages } from '../linked-pages/linkable-page.ts';
import { wikiPagesOf } from '../linked-pages/wiki-pages-of.ts';

const AT_FIRST = 10;

interface BacklinksProps {
  readonly pageId: string;
  readonly pages: LinkablePages;
}

export function Backlinks({ pageId, pages }: BacklinksProps) {
  const { data: linking = [] } = useQuery(backlinksQuery(pageId));
  const wiki = wikiPagesOf(pages);
  // Names mean other pages as soon as one is renamed, and nothing is read again for that.
  const meant = useSyncExternalStore(wiki.subscribe, () =>
    linking
      .map((page) => Number(page.has_link || page.wiki_targets.some((said) => wiki.means(said, pageId))))
      .join(''),
  );
  const backlinks = linking.filter((_, at) => meant[at] === '1');
  const [showsAll, setShowsAll] = useState(false);
  if (backlinks.length === 0) return null;
  const shown = showsAll ? backlinks : backlinks.slice(0, AT_FIRST);
  return (
    <section aria-labelledby="backlinks-title" className="page-backlinks">
      <h2 id="backlinks-title" className="mb-1 text-[0.8125rem] font-medium text-ink-muted">
        {backlinks.length === 1 ? '1 page links here' : `${backlinks.length} pages link here`}
      </h2>
      <ul className="-mx-2">
        {shown.map(({ id, name, icon }) => (
          <li key={id}>
            <Link
              to={pagePath(id)}
              title={pageTitle(name)}
              className="flex min-h-8 items-center gap-2 rounded-md px-2 py-1 transition-colors hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-muted"
            >
              {icon ? <PageIcon icon={icon} /> : <FileText aria-hidden />}
              <span dir="auto" className="truncate">
                {pageTitle(name)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {backlinks.length > shown.length && (
        <Button look="quiet" className="-ms-3.5" onClick={() => setShowsAll(true)}>
          Show all
        </Button>
      )}
    </section>
  );
}
