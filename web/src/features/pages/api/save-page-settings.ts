/** Saves who sees a page and which Notion page it is kept in step with. */
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import type { Visibility } from '../../sharing/visibility-field.tsx';
import { changePage } from '../state/tree-changes.ts';
import { useTreeChange } from './optimistic-tree.ts';
import { updatePage } from './update-page.ts';

export interface PageSettings {
  readonly pageId: string;
  readonly visibility: Visibility;
  /** Null stops the sync. */
  readonly notionPageId: string | null;
  /** The Notion page until now. */
  readonly before: string | null;
  /** Which way texts go; undefined leaves it. */
  readonly notionDirection?: 'bring' | 'send' | 'both' | undefined;
}

export function useSavePageSettings(organizationId: string) {
  const { user } = useSignedIn();
  return useTreeChange<PageSettings>({
    organizationId,
    call: ({ pageId, visibility, notionPageId, before, notionDirection }) =>
      updatePage(
        pageId,
        {
          visibility,
          ...(notionDirection && { notion_direction: notionDirection }),
          // Another Notion page has never been synced.
          ...(notionPageId !== before && { notion_page_id: notionPageId, notion_last_sync: null }),
        },
        user.id,
      ),
    apply: (pages, { pageId, visibility, notionPageId }) =>
      changePage(pages, pageId, { visibility, notion_page_id: notionPageId }),
    failure: sentences.savePageFailed,
  });
}
