/** Puts a page under another one, or at the root. */
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { movePage } from '../tree/tree-changes.ts';
import { updatePage } from './update-page.ts';
import { useTreeChange } from './use-tree-change.ts';

export interface Moving {
  readonly pageId: string;
  readonly parentId: string | null;
  /** Its place among its siblings there; without it the page keeps its number. */
  readonly orderIndex?: number;
}

export function useMovePage(organizationId: string) {
  const { user } = useSignedIn();
  return useTreeChange<Moving>({
    organizationId,
    call: ({ pageId, ...moving }) => updatePage(pageId, changeOf(moving), user.id),
    apply: (pages, { pageId, ...moving }) => movePage(pages, pageId, changeOf(moving)),
    failure: sentences.savePageFailed,
  });
}

function changeOf({ parentId, orderIndex }: Omit<Moving, 'pageId'>) {
  return { parent_id: parentId, ...(orderIndex !== undefined && { order_index: orderIndex }) };
}
