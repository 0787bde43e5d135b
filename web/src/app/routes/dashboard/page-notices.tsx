/** What stands above an open page when there is something to say about it. */
import { NotionPageNotice } from '../../../features/integrations/notion-page-notice.tsx';
import { TrashedPageNotice } from '../../../features/pages/components/trash/trashed-page-notice.tsx';

interface PageNoticesProps {
  readonly organizationId: string;
  readonly pageId: string;
}

export function PageNotices(page: PageNoticesProps) {
  return (
    <>
      <TrashedPageNotice {...page} />
      <NotionPageNotice {...page} />
    </>
  );
}
