/** Items that other features add to the open page's menu, and the dialogs that they open. */
import { Download, Share2, Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { printPage } from '../../../features/editor/printing/print-page.ts';
import { useKnownPageForest } from '../../../features/pages/api/use-page-forest.ts';
import { useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { pageTitle } from '../../../lib/page-title.ts';
import { MenuItem } from '../../../ui/menus/menu.tsx';

const ShareDialog = lazy(() =>
  import('../../../features/sharing/share-dialog.tsx').then((module) => ({ default: module.ShareDialog })),
);
const ExportDialog = lazy(() =>
  import('../../../features/transfer/export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
);
const ImportDialog = lazy(() =>
  import('../../../features/transfer/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

export function usePageActions(pageId: string) {
  const workspace = useCurrentWorkspace();
  const [open, setOpen] = useState<'share' | 'export' | 'import'>();
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
      {workspace && (
        <ImportItem organizationId={workspace.id} pageId={pageId} onClick={() => setOpen('import')} />
      )}
    </>
  );
  const dialogs = workspace && (
    <Suspense>
      {open === 'share' && <ShareDialog pageId={pageId} onClose={close} />}
      {open === 'import' && <ImportUnder organizationId={workspace.id} pageId={pageId} onClose={close} />}
      {open === 'export' && (
        <ExportDialog
          organizationId={workspace.id}
          pageId={pageId}
          workspaceName={workspace.name}
          onPrint={() => void printPage()}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { items, dialogs };
}

interface PageInTree {
  readonly organizationId: string;
  readonly pageId: string;
}

/** A page in the trash takes no subpages. */
function ImportItem({ organizationId, pageId, onClick }: PageInTree & { readonly onClick: () => void }) {
  const isThere = useKnownPageForest(organizationId)?.pages.has(pageId);
  return (
    isThere && (
      <MenuItem onClick={onClick}>
        <Upload aria-hidden />
        Import under this page…
      </MenuItem>
    )
  );
}

function ImportUnder({ organizationId, pageId, onClose }: PageInTree & { readonly onClose: () => void }) {
  const name = pageTitle(useKnownPageForest(organizationId)?.pages.get(pageId)?.name);
  return <ImportDialog organizationId={organizationId} parent={{ id: pageId, name }} onClose={onClose} />;
}
