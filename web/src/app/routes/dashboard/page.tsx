/** /dashboard/pages/:pageId. Each page gets an editor of its own. */
import { useParams } from 'react-router';
import { PageEditor } from '../../../features/editor/page-editor.tsx';
import { HistoryMenuItem } from '../../../features/history/components/history-menu-item.tsx';
import { usePageActions } from './page-actions.tsx';

export function Component() {
  const { pageId = '' } = useParams();
  return <Page key={pageId} pageId={pageId} />;
}

function Page({ pageId }: { readonly pageId: string }) {
  const { items, dialogs } = usePageActions(pageId);
  const menuItems = (
    <>
      {items}
      <HistoryMenuItem pageId={pageId} />
    </>
  );
  return (
    <>
      <PageEditor pageId={pageId} menuItems={menuItems} />
      {dialogs}
    </>
  );
}
