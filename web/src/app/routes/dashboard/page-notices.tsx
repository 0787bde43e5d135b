/** What stands above an open page when there is something to say about it. */
import { NotionPageNotice } from '../../../features/integrations/notion-page-notice.tsx';
import { useKnownPageForest } from '../../../features/pages/api/use-page-forest.ts';
import { TrashedPageNotice } from '../../../features/pages/components/trash/trashed-page-notice.tsx';

interface PageNoticesProps {
  readonly organizationId: string;
  readonly pageId: string;
}

export function PageNotices(page: PageNoticesProps) {
  const isLinked = useKnownPageForest(page.organizationId)?.pages.get(page.pageId)?.notion_page_id != null;
  return (
    <>
      <TrashedPageNotice {...page} />
      {isLinked && <NotionPageNotice {...page} />}
    </>
  );
}
