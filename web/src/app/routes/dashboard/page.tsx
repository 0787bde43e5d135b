/** /dashboard/pages/:pageId. Each page gets an editor of its own. */
import { useParams } from 'react-router';
import { PageEditor } from '../../../features/editor/page-editor.tsx';
import { HistoryMenuItem } from '../../../features/history/components/history-menu-item.tsx';
import { PageMenuItems } from '../../../features/pages/components/page-menu-items.tsx';
import { TrashedPageNotice } from '../../../features/pages/components/trash/trashed-page-notice.tsx';
import { useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { usePageActions } from './page-actions.tsx';

export function Component() {
  const { pageId = '' } = useParams();
  return <Page key={pageId} pageId={pageId} />;
}

function Page({ pageId }: { readonly pageId: string }) {
  const workspace = useCurrentWorkspace();
  const page = workspace && { organizationId: workspace.id, pageId };
  const { items, dialogs } = usePageActions(pageId);
  const menuItems = (
    <>
      {page && <PageMenuItems {...page} />}
      {items}
      <HistoryMenuItem pageId={pageId} />
    </>
  );
  return (
    <>
      {page && <TrashedPageNotice {...page} />}
      <PageEditor pageId={pageId} menuItems={menuItems} />
      {dialogs}
    </>
  );
}
