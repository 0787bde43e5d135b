/** Saves who sees a page, and what integrations keep of it. */
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import type { LinkDraft } from '../../integrations/integration.ts';
import type { Visibility } from '../../sharing/visibility.ts';
import { changePage } from '../tree/tree-changes.ts';
import { updatePage } from './update-page.ts';
import { useTreeChange } from './use-tree-change.ts';

export interface PageSettings {
  readonly pageId: string;
  readonly visibility: Visibility;
  readonly links: readonly LinkDraft[];
}

export function useSavePageSettings(organizationId: string) {
  const { user } = useSignedIn();
  return useTreeChange<PageSettings>({
    organizationId,
    call: ({ pageId, visibility, links }) =>
      updatePage(pageId, Object.assign({ visibility }, ...links.map(({ columns }) => columns)), user.id),
    apply: (pages, { pageId, visibility, links }) =>
      changePage(pages, pageId, Object.assign({ visibility }, ...links.map(({ shown }) => shown))),
    failure: sentences.savePageFailed,
  });
}
