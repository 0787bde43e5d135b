/** How a page begins: its title, its description and its first lines. */
import { useQuery } from '@tanstack/react-query';
import { pageTitle } from '../../../lib/page/page-title.ts';
import { PageIcon } from '../../../ui/icons/page-icon.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { pageBeginningQuery } from '../api/page-beginning.ts';

interface PageBeginningProps {
  readonly pageId: string;
  /** Left out where it stands above already. */
  readonly hasTitle?: boolean;
}

export function PageBeginning({ pageId, hasTitle = false }: PageBeginningProps) {
  const { data, isError } = useQuery(pageBeginningQuery(pageId));
  if (isError) return <Said>This page could not be loaded.</Said>;
  if (data === undefined)
    return (
      <div aria-busy="true" className="flex flex-col gap-2 py-1">
        {hasTitle && <Skeleton className="h-4 w-2/5" />}
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3 w-4/5" />
      </div>
    );
  if (data === null) return <Said>This page does not exist, or you may not view it.</Said>;
  const { name, icon, description, lines } = data;
  return (
    <div className="flex flex-col gap-1 text-sm wrap-anywhere">
      {hasTitle && (
        <p dir="auto" className="line-clamp-2 font-semibold">
          {icon !== undefined && <PageIcon icon={icon} className="me-1" />}
          {pageTitle(name)}
        </p>
      )}
      {description !== '' && (
        <p dir="auto" className="line-clamp-2 text-ink-muted">
          {description}
        </p>
      )}
      {lines.length === 0 && description === '' && <Said>This page is empty.</Said>}
      {lines.length > 0 && (
        <p className="line-clamp-6 whitespace-pre-line text-[0.8125rem] text-ink-muted [unicode-bidi:plaintext]">
          {lines.join('\n')}
        </p>
      )}
    </div>
  );
}

function Said({ children }: { readonly children: string }) {
  return <p className="text-sm text-ink-muted">{children}</p>;
}
