/** "Share", with what the tree says about the page: the pages beneath it, and the one above that shares it. */
import { ShareDialog } from '../../sharing/share-dialog.tsx';
import { useSeenBy } from '../api/use-seen-by.ts';
import { useOpenPageDialog } from '../state/page-dialogs.ts';
import type { PageForest, TreePage } from '../tree/page-forest.ts';
import { countShared } from '../tree/seen-by.ts';

interface SharePageDialogProps {
  readonly organizationId: string;
  readonly forest: PageForest;
  readonly page: TreePage;
  readonly onClose: () => void;
}

export function SharePageDialog({ organizationId, forest, page, onClose }: SharePageDialogProps) {
  const seenBy = useSeenBy(organizationId, forest);
  const open = useOpenPageDialog();
  const { visibility, because } = seenBy({ ...page, visibility: 'workspace' });
  return (
    <ShareDialog
      // That of another page is another one.
      key={page.id}
      organizationId={organizationId}
      page={page}
      pagesBeneath={countShared(forest, page.id)}
      sharedWith={visibility === 'public' ? because : undefined}
      onShare={({ id }) => open({ kind: 'share', pageId: id })}
      onClose={onClose}
    />
  );
}
