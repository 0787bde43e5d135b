/** Changes how a page looks, for everybody. */
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { changedLook, type LookChange } from '../../../lib/page/page-look.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { toast } from '../../../ui/toasts/toasts.ts';
import { changePage } from '../tree/tree-changes.ts';
import { updatePage } from './update-page.ts';
import { useTreeChange } from './use-tree-change.ts';

interface Looking {
  readonly pageId: string;
  readonly change: LookChange;
}

export function useChangeLook(organizationId: string, pageId: string) {
  const { user } = useSignedIn();
  const { mutate } = useTreeChange<Looking>({
    organizationId,
    call: (looking) => updatePage(looking.pageId, looking.change, user.id),
    apply: (pages, looking) => {
      const page = pages.find(({ id }) => id === looking.pageId);
      return page
        ? changePage(pages, looking.pageId, { look: changedLook(page.look, looking.change) })
        : pages;
    },
    failure: sentences.savePageFailed,
  });
  const change = (next: LookChange) => mutate({ pageId, change: next });
  return {
    change,
    /** For what takes something away. @param done what the toast says */
    changeWithUndo: (next: LookChange, before: LookChange, done: string) => {
      change(next);
      toast('success', done, { action: { label: 'Undo', run: () => change(before) } });
    },
  };
}
