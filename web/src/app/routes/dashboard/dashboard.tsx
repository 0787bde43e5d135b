/** /dashboard: the dashboard's screen, with the ways to begin that other features offer. */
import { FilePlus, Plus, Upload, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import {
  DashboardScreen,
  type QuickStart,
} from '../../../features/dashboard/components/dashboard-screen.tsx';
import { useAddPage } from '../../../features/pages/state/use-add-page.ts';
import { isManager, useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { Button } from '../../../ui/button.tsx';

const ImportDialog = lazy(async () => ({
  default: (await import('../../../features/transfer/import-dialog.tsx')).ImportDialog,
}));
const InviteDialog = lazy(async () => ({
  default: (await import('../../../features/invitations/components/invite-dialog.tsx')).InviteDialog,
}));

export function Component() {
  const workspace = useCurrentWorkspace();
  const [open, setOpen] = useState<'import' | 'invite'>();
  const { add, isAdding } = useAddPage(workspace?.id ?? '');
  const close = () => setOpen(undefined);
  const quickStarts: QuickStart[] = [
    { icon: FilePlus, title: 'Write a page', text: 'It saves itself while you type.', onStart: add },
    {
      icon: Upload,
      title: 'Import pages',
      text: 'From Markdown files, ZIP files and Notion’s exports.',
      onStart: () => setOpen('import'),
    },
  ];
  // Others may not.
  if (workspace && isManager(workspace.role))
    quickStarts.push({
      icon: UserPlus,
      title: 'Invite people',
      text: 'Write together, and see each other’s changes at once.',
      onStart: () => setOpen('invite'),
    });
  return (
    <>
      <DashboardScreen
        quickStarts={workspace ? quickStarts : []}
        firstStep={
          <Button aria-disabled={isAdding} onClick={add}>
            <Plus aria-hidden className="size-4" />
            Add a page
          </Button>
        }
      />
      {workspace && (
        <Suspense>
          {open === 'import' && <ImportDialog organizationId={workspace.id} onClose={close} />}
          {open === 'invite' && <InviteDialog open organizationId={workspace.id} onClose={close} />}
        </Suspense>
      )}
    </>
  );
}
