/** Does something as the operator, says that it is done or why not, and reads again what the page shows. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { operate } from './operate.ts';
import { operatorKey } from './operator-queries.ts';

export interface Act<Answer = object> {
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** A sentence for when it is done; undefined where the screen says it. */
  readonly done?: string | ((answer: Answer) => string);
  /** As in "… failed". */
  readonly failed: string;
}

export function useAct<Answer = object>() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ path, method = 'POST', body = {} }: Act<Answer>) =>
      operate<Answer>(path, { method, body }),
    onSuccess: async (answer, { done }) => {
      if (done !== undefined) toast('success', typeof done === 'string' ? done : done(answer));
      await queryClient.invalidateQueries({ queryKey: operatorKey });
    },
    onError: (error, { failed }) => toastFailure(failed, error),
  });
}
