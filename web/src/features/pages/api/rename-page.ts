/** Gives a page another name. */
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { saveOpenPage } from '../../../lib/page/open-page-saves.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { changePage } from '../tree/tree-changes.ts';
import { updatePage } from './update-page.ts';
import { useTreeChange } from './use-tree-change.ts';

export interface Renaming {
  readonly pageId: string;
  readonly name: string;
}

export function useRenamePage(organizationId: string) {
  const { user } = useSignedIn();
  return useTreeChange<Renaming>({
    organizationId,
    call: async ({ pageId, name }) => {
      // A title that was just typed into the page itself is older than this name, and must reach the server
      // before it.
      await saveOpenPage(pageId);
      return updatePage(pageId, { name }, user.id);
    },
    apply: (pages, { pageId, name }) => changePage(pages, pageId, { name }),
    failure: sentences.savePageFailed,
  });
}
