/** Offers the dialogs about pages to everything below, and shows the one that is open. */
import { type ReactNode, useState } from 'react';
import { useLoadedWhenIdle } from '../../../lib/browser/time/loaded-when-idle.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Region } from '../../../ui/states/region.tsx';
import { usePageForest } from '../api/use-page-forest.ts';
import { type PageDialog, PageDialogContext } from '../state/page-dialogs.ts';

// Made of parts that nothing else on a page needs.
const loadCreate = () => import('./create-page-dialog.tsx');
const loadDelete = () => import('./delete-page-dialog.tsx');
const loadMove = () => import('./move-page-dialog.tsx');
const loadSettings = () => import('./page-settings-dialog.tsx');
const loadShare = () => import('./share-page-dialog.tsx');

interface PageDialogsProps {
  readonly organizationId: string;
  readonly children: ReactNode;
}

export function PageDialogs({ organizationId, children }: PageDialogsProps) {
  const [dialog, setDialog] = useState<PageDialog>();
  useLoadedWhenIdle(loadCreate, false);
  useLoadedWhenIdle(loadDelete, false);
  useLoadedWhenIdle(loadMove, false);
  useLoadedWhenIdle(loadSettings, false);
  useLoadedWhenIdle(loadShare, false);
  return (
    <PageDialogContext value={setDialog}>
      {children}
      {dialog && (
        <Region
          name="The pages"
          fallback={null}
          frame={(failure) => (
            <Dialog open onClose={() => setDialog(undefined)} title="This needs the list of pages">
              {failure}
            </Dialog>
          )}
        >
          <OpenDialog dialog={dialog} organizationId={organizationId} onClose={() => setDialog(undefined)} />
        </Region>
      )}
    </PageDialogContext>
  );
}

interface OpenDialogProps {
  readonly dialog: PageDialog;
  readonly organizationId: string;
  readonly onClose: () => void;
}

function OpenDialog({ dialog, organizationId, onClose }: OpenDialogProps) {
  const forest = usePageForest(organizationId);
  const { kind } = dialog;
  const CreatePageDialog = useLoadedWhenIdle(loadCreate, kind === 'create')?.CreatePageDialog;
  const DeletePageDialog = useLoadedWhenIdle(loadDelete, kind === 'delete')?.DeletePageDialog;
  const MovePageDialog = useLoadedWhenIdle(loadMove, kind === 'move')?.MovePageDialog;
  const PageSettingsDialog = useLoadedWhenIdle(loadSettings, kind === 'settings')?.PageSettingsDialog;
  const SharePageDialog = useLoadedWhenIdle(loadShare, kind === 'share')?.SharePageDialog;
  const shared = { organizationId, forest, onClose };
  if (dialog.kind === 'create')
    return CreatePageDialog && <CreatePageDialog {...shared} parentId={dialog.parentId} />;
  const page = forest.pages.get(dialog.pageId);
  if (!page) return null;
  if (kind === 'move') return MovePageDialog && <MovePageDialog {...shared} page={page} />;
  if (kind === 'settings') return PageSettingsDialog && <PageSettingsDialog {...shared} page={page} />;
  if (kind === 'share') return SharePageDialog && <SharePageDialog {...shared} page={page} />;
  return DeletePageDialog && <DeletePageDialog {...shared} page={page} />;
}
