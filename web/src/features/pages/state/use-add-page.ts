/** Adds a page without asking anything: it opens with the caret in its title. */

import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { requestIdOf } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { DEFAULT_PAGE_NAME } from '../../../lib/page/page-defaults.ts';
import { pagePath } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { toast } from '../../../ui/toasts/toasts.ts';
import { useCreatePage } from '../api/create-page.ts';
import { useLatestPageForest } from '../api/use-page-forest.ts';
import { orderIndexAtEnd } from '../tree/order-index.ts';

interface AddPage {
  /** @param click the second one of a double click adds nothing, however quickly the server has answered the first */
  readonly add: (click: Pick<MouseEvent, 'detail'>) => void;
  readonly isAdding: boolean;
}

/** @returns what adds a page at the end of the tree's root, and whether one is on its way */
export function useAddPage(organizationId: string): AddPage {
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const latestForest = useLatestPageForest(organizationId);
  const create = useCreatePage(organizationId);
  // Two keys may come before the first has been drawn.
  const isSent = useRef(false);
  const add: AddPage['add'] = ({ detail }) => {
    if (isSent.current || detail > 1) return;
    isSent.current = true;
    const page = {
      organization_id: organizationId,
      parent_id: null,
      name: DEFAULT_PAGE_NAME,
      order_index: orderIndexAtEnd(latestForest().childrenOf(null)),
      created_by: user.id,
    };
    // The button may be gone by then, with the drawer that it was in.
    create
      .mutateAsync(page)
      .then(
        ({ id }) => navigate(pagePath(id), { state: { startNaming: true } }),
        (error) => toast('error', sentences.createPageFailed, { requestId: requestIdOf(error) }),
      )
      .finally(() => {
        isSent.current = false;
      });
  };
  return { add, isAdding: create.isPending };
}
