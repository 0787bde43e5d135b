/** The dialog about a page that is open. It loads when the browser is idle: its parts are ones that nothing else on a page needs. */
import { usePageForest } from '../api/use-page-forest.ts';
import type { PageDialog } from '../state/page-dialogs.ts';
import { CreatePageDialog } from './create-page-dialog.tsx';
import { DeletePageDialog } from './delete-page-dialog.tsx';
import { MovePageDialog } from './move-page-dialog.tsx';
import { PageSettingsDialog } from './page-settings-dialog.tsx';
import { SharePageDialog } from './share-page-dialog.tsx';

export interface OpenPageDialogProps {
  readonly dialog: PageDialog;
  readonly organizationId: string;
  readonly onClose: () => void;
}

export function OpenPageDialog({ dialog, organizationId, onClose }: OpenPageDialogProps) {
  const forest = usePageForest(organizationId);
  const shared = { organizationId, forest, onClose };
  if (dialog.kind === 'create') return <CreatePageDialog {...shared} parentId={dialog.parentId} />;
  const page = forest.pages.get(dialog.pageId);
  if (!page) return null;
  if (dialog.kind === 'move') return <MovePageDialog {...shared} page={page} />;
  if (dialog.kind === 'settings') return <PageSettingsDialog {...shared} page={page} />;
  if (dialog.kind === 'share') return <SharePageDialog {...shared} page={page} />;
  return <DeletePageDialog {...shared} page={page} />;
}
