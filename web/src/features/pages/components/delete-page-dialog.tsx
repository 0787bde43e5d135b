/** Asks before a page and its subpages go to the trash. */
import { useMatch, useNavigate } from 'react-router';
import { pagePath, paths } from '../../../lib/paths.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { useDeletePage } from '../api/delete-page.ts';
import type { PageForest, TreePage } from '../tree/page-forest.ts';

interface DeletePageDialogProps {
  readonly organizationId: string;
  readonly forest: PageForest;
  readonly page: TreePage;
  readonly onClose: () => void;
}

export function DeletePageDialog({ organizationId, forest, page, onClose }: DeletePageDialogProps) {
  const navigate = useNavigate();
  const currentPageId = useMatch(paths.pagePattern)?.params.pageId;
  const remove = useDeletePage(organizationId);
  const beneath = forest.descendantsOf(page.id);

  const confirm = () => {
    const isOpen = currentPageId !== undefined && (currentPageId === page.id || beneath.has(currentPageId));
    // Undo leads back to the open page.
    remove.mutate({ pageId: page.id, onUndone: () => isOpen && navigate(pagePath(currentPageId)) });
    if (isOpen) navigate(page.parent_id === null ? paths.dashboard : pagePath(page.parent_id));
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={`Delete "${page.name}"?`}
      description={describe(beneath.size)}
      confirmLabel="Delete"
    />
  );
}

function describe(beneath: number): string {
  if (beneath === 0) return 'The page goes to the trash for everyone in this workspace.';
  const pages = beneath === 1 ? 'the page' : `the ${beneath} pages`;
  return `The page and ${pages} under it go to the trash for everyone in this workspace.`;
}
