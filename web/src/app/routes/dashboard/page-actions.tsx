/** The buttons that other features add to the open page's bar, and the dialogs that open from there and from its menu. */
import { lazy, Suspense, useState } from 'react';
import type { PageMenuParts } from '../../../features/editor/components/editor-menu.tsx';
import { printPage } from '../../../features/editor/printing/print-page.ts';
import { useKnownPageForest } from '../../../features/pages/api/use-page-forest.ts';
import { useSeenBy } from '../../../features/pages/api/use-seen-by.ts';
import { FavoriteButton } from '../../../features/pages/components/favorite-button.tsx';
import { useOpenPageDialog } from '../../../features/pages/state/page-dialogs.ts';
import { buildForest } from '../../../features/pages/tree/page-forest.ts';
import { ShareButton } from '../../../features/sharing/share-button.tsx';
import { useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { pageTitle } from '../../../lib/page-title.ts';

const ExportDialog = lazy(() =>
  import('../../../features/transfer/export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
);
const ImportDialog = lazy(() =>
  import('../../../features/transfer/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);
const SaveAsTemplateDialog = lazy(async () => ({
  default: (await import('../../../features/templates/components/save-as-template-dialog.tsx'))
    .SaveAsTemplateDialog,
}));

export type OpenDialog = { readonly kind: 'import' } | ({ readonly kind: 'export' | 'template' } & PageTexts);

type PageTexts = Pick<PageMenuParts, 'name' | 'markdown'>;

export function usePageActions(pageId: string) {
  const workspace = useCurrentWorkspace();
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const buttons = workspace && (
    <>
      <Share organizationId={workspace.id} pageId={pageId} />
      <FavoriteButton organizationId={workspace.id} pageId={pageId} />
    </>
  );
  const dialogs = workspace && (
    <Suspense>
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
      {open?.kind === 'template' && (
        <SaveAsTemplateDialog
          organizationId={workspace.id}
          pageId={pageId}
          name={pageTitle(open.name())}
          markdown={open.markdown}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { buttons, open: setOpen, dialogs };
}

interface PageInTree {
  readonly organizationId: string;
  readonly pageId: string;
}

const NO_PAGES = buildForest([]);

/** Nothing for a page that is in the trash. */
function Share({ organizationId, pageId }: PageInTree) {
  const forest = useKnownPageForest(organizationId) ?? NO_PAGES;
  const seenBy = useSeenBy(organizationId, forest);
  const openDialog = useOpenPageDialog();
  const page = forest.pages.get(pageId);
  if (!page) return null;
  const { visibility, because } = seenBy(page);
  const share = () => openDialog({ kind: 'share', pageId });
  return <ShareButton visibility={visibility} because={because?.name} onShare={share} />;
}

function ImportUnder({ organizationId, pageId, onClose }: PageInTree & { readonly onClose: () => void }) {
  const name = pageTitle(useKnownPageForest(organizationId)?.pages.get(pageId)?.name);
  return <ImportDialog organizationId={organizationId} parent={{ id: pageId, name }} onClose={onClose} />;
}
