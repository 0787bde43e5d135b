/** The buttons that other features add to the open page's bar, and the dialogs that open from there and from its menu. */
import { lazy, Suspense, useState } from 'react';
import { useKnownPageForest } from '../../../../features/pages/api/use-page-forest.ts';
import { useSeenBy } from '../../../../features/pages/api/use-seen-by.ts';
import { FavoriteButton } from '../../../../features/pages/components/favorite-button.tsx';
import { useOpenPageDialog } from '../../../../features/pages/state/page-dialogs.ts';
import { buildForest } from '../../../../features/pages/tree/page-forest.ts';
import { ShareButton } from '../../../../features/sharing/share-button.tsx';
import { useCurrentWorkspace } from '../../../../lib/current-workspace.ts';
import type { OpenDialog, PageInTree } from './page-action-dialogs.tsx';

const PageActionDialogs = lazy(async () => ({
  default: (await import('./page-action-dialogs.tsx')).PageActionDialogs,
}));

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
  const dialogs = workspace && open && (
    <Suspense>
      <PageActionDialogs
        organizationId={workspace.id}
        pageId={pageId}
        workspaceName={workspace.name}
        open={open}
        onClose={close}
      />
    </Suspense>
  );
  return { buttons, open: setOpen, dialogs };
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
