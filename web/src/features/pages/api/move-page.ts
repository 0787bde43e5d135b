/** Puts a page under another one, or at the root; its place among its siblings keeps its number. */
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { replacePage, useTreeChange } from './optimistic-tree.ts';
import { updatePage } from './update-page.ts';

export interface Moving {
  readonly pageId: string;
  readonly parentId: string | null;
}

export function useMovePage(organizationId: string) {
  const { user } = useSignedIn();
  return useTreeChange<Moving>({
    organizationId,
    call: ({ pageId, parentId }) => updatePage(pageId, { parent_id: parentId }, user.id),
    apply: (pages, { pageId, parentId }) => replacePage(pages, pageId, { parent_id: parentId }),
    failure: sentences.savePageFailed,
  });
}
