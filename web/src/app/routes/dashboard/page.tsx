/** /dashboard/pages/:pageId. Each page gets an editor of its own. */
import { useParams } from 'react-router';
import { PageEditor } from '../../../features/editor/page-editor.tsx';
import { HistoryMenuItem } from '../../../features/history/components/history-menu-item.tsx';

export function Component() {
  const { pageId = '' } = useParams();
  return <PageEditor key={pageId} pageId={pageId} menuItems={<HistoryMenuItem pageId={pageId} />} />;
}
