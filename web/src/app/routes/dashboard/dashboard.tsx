/** /dashboard: the dashboard's screen, with a way to the first page in it. */
import { Plus } from 'lucide-react';
import { DashboardScreen } from '../../../features/dashboard/components/dashboard-screen.tsx';
import { useOpenPageDialog } from '../../../features/pages/state/page-dialogs.ts';
import { Button } from '../../../ui/button.tsx';

export function Component() {
  const open = useOpenPageDialog();
  return (
    <DashboardScreen
      firstStep={
        <Button onClick={() => open({ kind: 'create', parentId: null })}>
          <Plus aria-hidden className="size-4" />
          Add a page
        </Button>
      }
    />
  );
}
