/** Takes entries out of the trash on the screen before the server has answered, and puts them back when it refuses. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announcePagesUpdated } from '../../../../lib/page/pages-updated.ts';
import { shownAtOnce } from '../../../../lib/queries/pending-changes.ts';
import { queryKeys } from '../../../../lib/queries/query-keys.ts';
import { toast, toastFailure } from '../../../../ui/toasts/toasts.ts';
import { type TrashEntry, trashQuery } from './trash-query.ts';

interface TrashChange<Variables> {
  readonly organizationId: string;
  /** The call of the server. */
  readonly call: (variables: Variables) => Promise<void>;
  /** Which entries are still there once it has succeeded. */
  readonly isLeft: (entry: TrashEntry, variables: Variables) => boolean;
  /** The toasts' titles. */
  readonly success: string;
  readonly failure: string;
}

export function useTrashChange<Variables>(change: TrashChange<Variables>) {
  const queryClient = useQueryClient();
  const shown = shownAtOnce(
    queryClient,
    trashQuery(change.organizationId).queryKey,
    (entries: readonly TrashEntry[], variables: Variables) =>
      entries.filter((entry) => change.isLeft(entry, variables)),
  );
  return useMutation({
    mutationFn: change.call,
    onMutate: shown.onMutate,
    onError: (error, variables, taken) => {
      shown.onError(error, variables, taken);
      toastFailure(change.failure, error);
      queryClient.invalidateQueries({ queryKey: queryKeys.pages.all });
    },
    onSuccess: (answer, variables, taken) => {
      shown.onSuccess(answer, variables, taken);
      toast('success', change.success);
      announcePagesUpdated({ kind: 'tree' });
    },
  });
}
