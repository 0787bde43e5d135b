/** Deletes a page softly: it is archived, with everything under it. */
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { buildForest } from '../state/page-forest.ts';
import { useTreeChange } from './optimistic-tree.ts';
import { updatePage } from './update-page.ts';

export function useDeletePage(organizationId: string) {
  const { user } = useSignedIn();
  return useTreeChange<string>({
    organizationId,
    call: (pageId) => updatePage(pageId, { is_archived: true }, user.id),
    apply: (pages, pageId) => {
      const gone = buildForest(pages).descendantsOf(pageId);
      return pages.filter(({ id }) => id !== pageId && !gone.has(id));
    },
    failure: sentences.deletePageFailed,
  });
}
