/** Copies a page after itself, on request with its subpages. */
import { uuidv4 } from 'lib0/random';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { saveOpenPage } from '../../../lib/page/open-page-saves.ts';
import { supabase } from '../../../lib/supabase.ts';
import { copyPage } from '../tree/tree-changes.ts';
import { useTreeChange } from './use-tree-change.ts';

interface Duplication {
  readonly pageId: string;
  readonly copyId: string;
  readonly withChildren: boolean;
}

/** @returns what starts copying a page */
export function useDuplicatePage(organizationId: string) {
  const { mutate } = useTreeChange<Duplication>({
    organizationId,
    call: async ({ pageId, copyId, withChildren }) => {
      // The copy is made of what the server has.
      await saveOpenPage(pageId);
      const { data, error, status } = await supabase.rpc('duplicate_page', {
        page_id: pageId,
        copy_id: copyId,
        with_children: withChildren,
      });
      if (error) throw toDataError(error, status);
      if (data === null) throw new AppError('NOT_FOUND_ERROR', sentences.pageNotFound);
    },
    apply: (pages, { pageId, copyId }) => copyPage(pages, pageId, copyId),
    failure: sentences.createPageFailed,
  });
  return (pageId: string, withChildren: boolean) => mutate({ pageId, copyId: uuidv4(), withChildren });
}
