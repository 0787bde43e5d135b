/**
 * Shows a change of the page tree before the server has answered (lib/queries/pending-changes.ts), takes it back when
 * the server refuses, and announces it at the end (lib/page/pages-updated.ts): a tree of which nobody tells is read again.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { focusIsBack } from '../../../lib/focus/focus-is-back.ts';
import { announcePagesUpdated } from '../../../lib/page/pages-updated.ts';
import { shownAtOnce } from '../../../lib/queries/pending-changes.ts';
import { toastFailure } from '../../../ui/toasts/toasts.ts';
import type { TreePage } from '../tree/page-forest.ts';
import { pageTreeQuery } from './page-queries.ts';

const CHANGES = ['page-tree'] as const;

type Pages = readonly TreePage[];

interface TreeChange<Variables> {
  readonly organizationId: string;
  /** Calls the server. */
  readonly call: (variables: Variables) => Promise<void>;
  /** Applies the change to any list of pages, whatever else has changed in it: see tree/tree-changes.ts. */
  readonly apply: (pages: Pages, variables: Variables) => Pages;
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
  const shown = shownAtOnce(queryClient, pageTreeQuery(organizationId).queryKey, apply);
  return useMutation({
    // One after the other: a page's place depends on the moves before it.
    mutationKey: CHANGES,
    scope: { id: 'page-tree' },
    mutationFn: call,
    onMutate: async (variables) => {
      // The row that gets the focus may move or go.
      await focusIsBack();
      return shown.onMutate(variables);
    },
    onError: (error, variables, change) => {
      shown.onError(error, variables, change);
      toastFailure(failure, error);
    },
    onSuccess: (answer, variables, change) => {
      shown.onSuccess(answer, variables, change);
      onDone?.(variables);
    },
    onSettled: () => {
      // One read after the last change is enough: until then the screen shows each change anyway.
      if (queryClient.isMutating({ mutationKey: CHANGES }) <= 1) announcePagesUpdated({ kind: 'tree' });
    },
  });
}
