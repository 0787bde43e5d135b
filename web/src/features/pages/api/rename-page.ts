/** Gives a page another name. */
import { sentences } from '../../../lib/error-catalogue.ts';
import { useSignedIn } from '../../../lib/signed-in.ts';
import { replacePage, useTreeChange } from './optimistic-tree.ts';
import { updatePage } from './update-page.ts';

export interface Renaming {
  readonly pageId: string;
  readonly name: string;
}

export function useRenamePage(organizationId: string) {
  const { user } = useSignedIn();
  return useTreeChange<Renaming>({
    organizationId,
    call: ({ pageId, name }) => updatePage(pageId, { name }, user.id),
    apply: (pages, { pageId, name }) => replacePage(pages, pageId, { name }),
    failure: sentences.savePageFailed,
  });
}
