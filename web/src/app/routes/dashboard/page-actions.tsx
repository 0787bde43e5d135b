/** The parts that other features add to the open page's bar and menu, and the dialogs that open from there. */
import { Download, Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { printPage } from '../../../features/editor/printing/print-page.ts';
import { useKnownPageForest } from '../../../features/pages/api/use-page-forest.ts';
import { FavoriteButton } from '../../../features/pages/components/page-menu-items.tsx';
import { ShareButton } from '../../../features/sharing/share-button.tsx';
import type { Visibility } from '../../../features/sharing/visibility.ts';
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

type OpenDialog =
  | { readonly kind: 'share' | 'import' }
  | { readonly kind: 'export'; readonly markdown: () => string };

export function usePageActions(pageId: string) {
  const workspace = useCurrentWorkspace();
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const buttons = workspace && (
    <>
      <Share organizationId={workspace.id} pageId={pageId} onClick={() => setOpen({ kind: 'share' })} />
      <FavoriteButton organizationId={workspace.id} pageId={pageId} />
    </>
  );
  const items = (markdown: () => string) => (
    <>
      {workspace && (
        <ImportItem
          organizationId={workspace.id}
          pageId={pageId}
          onClick={() => setOpen({ kind: 'import' })}
        />
      )}
      <MenuItem onClick={() => setOpen({ kind: 'export', markdown })}>
        <Download aria-hidden />
        Export…
      </MenuItem>
    </>
  );
  const dialogs = workspace && (
    <Suspense>
      {open?.kind === 'share' && <ShareDialog pageId={pageId} onClose={close} />}
      {open?.kind === 'import' && (
        <ImportUnder organizationId={workspace.id} pageId={pageId} onClose={close} />
      )}
      {open?.kind === 'export' && (
        <ExportDialog
          organizationId={workspace.id}
          pageId={pageId}
          markdown={open.markdown}
          workspaceName={workspace.name}
          onPrint={() => void printPage()}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { buttons, items, dialogs };
}

interface PageInTree {
  readonly organizationId: string;
  readonly pageId: string;
}

function Share({ organizationId, pageId, onClick }: PageInTree & { readonly onClick: () => void }) {
  const forest = useKnownPageForest(organizationId);
  const page = forest?.pages.get(pageId);
  const isHiddenFromAbove = forest?.ancestorsOf(pageId).some(({ visibility }) => visibility === 'private');
  const visibility = isHiddenFromAbove ? 'private' : (page?.visibility as Visibility | undefined);
  return <ShareButton visibility={visibility} onShare={onClick} />;
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
