/** Deletes a page softly: it goes to the trash, with everything under it, and can be taken back at once. */
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { announcePagesUpdated } from '../../../lib/page/pages-updated.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { removePage } from '../tree/tree-changes.ts';
import { restorePage } from './trash/restore-page.ts';
import { updatePage } from './update-page.ts';
import { useTreeChange } from './use-tree-change.ts';

interface Deletion {
  readonly pageId: string;
  /** Called once the person has taken it back. */
  readonly onUndone: () => void;
}

export function useDeletePage(organizationId: string) {
  const { user } = useSignedIn();
  return useTreeChange<Deletion>({
    organizationId,
    call: ({ pageId }) => updatePage(pageId, { is_archived: true }, user.id),
    apply: (pages, { pageId }) => removePage(pages, pageId),
    failure: sentences.deletePageFailed,
    onDone: (deletion) =>
      toast('success', 'Page moved to trash', { action: { label: 'Undo', run: () => undo(deletion) } }),
  });
}

async function undo({ pageId, onUndone }: Deletion): Promise<void> {
  try {
    await restorePage(pageId);
    announcePagesUpdated({ kind: 'tree' });
    onUndone();
  } catch (error) {
    toastFailure(sentences.restorePageFailed, error);
  }
}
