/** What other features offer for the open page: items of its menu, and the dialogs that they open. */
import { Download, Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { MenuItem } from '../../../ui/menus/menu.tsx';

const ShareDialog = lazy(() =>
  import('../../../features/sharing/share-dialog.tsx').then((module) => ({ default: module.ShareDialog })),
);
const ExportDialog = lazy(() =>
  import('../../../features/transfer/export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
);

export function usePageActions(pageId: string) {
  const workspace = useCurrentWorkspace();
  const [open, setOpen] = useState<'share' | 'export'>();
  const close = () => setOpen(undefined);
  const items = (
    <>
      <MenuItem onClick={() => setOpen('share')}>
        <Share2 aria-hidden />
        Share…
      </MenuItem>
      <MenuItem onClick={() => setOpen('export')}>
        <Download aria-hidden />
        Export…
      </MenuItem>
    </>
  );
  const dialogs = workspace && (
    <Suspense>
      {open === 'share' && <ShareDialog pageId={pageId} onClose={close} />}
      {open === 'export' && (
        <ExportDialog
          organizationId={workspace.id}
          pageId={pageId}
          workspaceName={workspace.name}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { items, dialogs };
}
