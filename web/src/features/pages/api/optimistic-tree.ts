/** Shows a change of the page tree before the server has answered, and takes it back when the server refuses. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announcePagesUpdated } from '../../../lib/pages-updated.ts';
import { toastFailure } from '../../../ui/toasts/toasts.ts';
import type { TreePage } from '../state/page-forest.ts';
import { pageTreeQuery } from './page-queries.ts';

const CHANGES = ['page-tree'] as const;

type Pages = readonly TreePage[];

interface TreeChange<Variables> {
  readonly organizationId: string;
  /** The call of the server. */
  readonly call: (variables: Variables) => Promise<void>;
  /** What the tree looks like once it has succeeded. */
  readonly apply: (pages: Pages, variables: Variables) => TreePage[];
  /** The toast's title when it fails. */
  readonly failure: string;
  readonly onDone?: (variables: Variables) => void;
}

export function useTreeChange<Variables>({
  organizationId,
  call,
  apply,
  failure,
  onDone,
}: TreeChange<Variables>) {
  const queryClient = useQueryClient();
  const { queryKey } = pageTreeQuery(organizationId);
  return useMutation({
    // One after the other: where a page goes depends on where the one before it went.
    mutationKey: CHANGES,
    scope: { id: 'page-tree' },
    mutationFn: call,
    onMutate: async (variables) => {
      // An answer on its way would bring the old tree back.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (pages) => pages && apply(pages, variables));
      return { before };
    },
    onError: (error, _variables, context) => {
      if (context?.before) queryClient.setQueryData(queryKey, context.before);
      toastFailure(failure, error);
    },
    onSuccess: (_answer, variables) => onDone?.(variables),
    onSettled: () => {
      // The tree that the server tells would be without the changes that are still on their way to it.
      if (queryClient.isMutating({ mutationKey: CHANGES }) <= 1) announcePagesUpdated();
    },
  });
}

export function replacePage(pages: Pages, id: string, change: Partial<TreePage>): TreePage[] {
  return pages.map((page) => (page.id === id ? { ...page, ...change } : page));
}
