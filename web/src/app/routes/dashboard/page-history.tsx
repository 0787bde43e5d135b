/** /dashboard/pages/:pageId/history. */
import { useParams } from 'react-router';
import { HistoryScreen } from '../../../features/history/components/history-screen.tsx';

export function Component() {
  const { pageId = '' } = useParams();
  return <HistoryScreen key={pageId} pageId={pageId} />;
}
