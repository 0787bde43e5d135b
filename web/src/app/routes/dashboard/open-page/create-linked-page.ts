/** Makes the page that a link leads to already, and says so where that fails. */
import type { QueryClient } from '@tanstack/react-query';
import { createPage, showNewPage } from '../../../../features/pages/api/create-page.ts';
import { orderIndexAtEnd } from '../../../../features/pages/tree/order-index.ts';
import type { TreePage } from '../../../../features/pages/tree/page-forest.ts';
import { requestIdOf } from '../../../../lib/errors/app-error.ts';
import { toast } from '../../../../ui/toasts/toasts.ts';

interface LinkedPage {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string | undefined;
  readonly parentId: string;
  readonly userId: string;
  readonly siblings: readonly TreePage[];
}

export async function createLinkedPage(queryClient: QueryClient, linked: LinkedPage): Promise<void> {
  const { id, name, organizationId, parentId, userId, siblings } = linked;
  if (organizationId === undefined) return;
  try {
    const page = await createPage({
      id,
      name,
      organization_id: organizationId,
      parent_id: parentId,
      order_index: orderIndexAtEnd(siblings),
      created_by: userId,
    });
    showNewPage(queryClient, organizationId, page);
  } catch (error) {
    toast('error', `The page “${name}” could not be created`, {
      description: 'Its link leads nowhere until then.',
      requestId: requestIdOf(error),
      action: { label: 'Try again', run: () => void createLinkedPage(queryClient, linked) },
    });
  }
}
