/** The place of toasts: a list at the bottom, at most 480 px wide, each for five seconds and while it is hovered. */
import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useOnce } from '../../lib/hooks/use-once.ts';
import { TOAST_LIFETIME_MS } from '../../lib/timings.ts';
import { IconButton } from '../icon-button.tsx';
import { RequestId } from '../request-id.tsx';
import { showToasts, type ToastKind, toastManager } from './toasts.ts';

const ICONS: Record<ToastKind, { icon: typeof CircleCheck; classes: string }> = {
  success: { icon: CircleCheck, classes: 'text-accent' },
  error: { icon: CircleAlert, classes: 'text-danger' },
  warning: { icon: TriangleAlert, classes: 'text-warning' },
};

export function Toaster() {
  // The provider, being below, listens by now.
  useOnce(showToasts);
  return (
    <Toast.Provider toastManager={toastManager} timeout={TOAST_LIFETIME_MS}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-4 z-20 ms-auto flex max-w-[480px] flex-col gap-2 outline-none sm:inset-x-auto sm:end-6 sm:bottom-6 sm:w-96">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager<{ readonly requestId?: string | undefined }>();
  return toasts.map((shown) => {
    const { icon: Icon, classes } = ICONS[(shown.type as ToastKind | undefined) ?? 'success'];
    return (
      // Base UI hides errors and every Dismiss from screen readers until they have the focus, though both can
      // be tabbed to. Neither is: that errors are read aloud by an alert of their own leaves only the toast to
      // silence.
      <Toast.Root
        key={shown.id}
        toast={shown}
        aria-hidden={undefined}
        aria-live={shown.priority === 'high' ? 'off' : undefined}
        className="rounded-lg border border-line bg-raised text-ink shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-start gap-3 p-3">
          <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${classes}`} />
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-medium break-words" />
            <Toast.Description className="mt-0.5 break-words text-ink-muted" />
            <RequestId id={shown.data?.requestId} />
            <Toast.Action className="mt-1 -ms-1.5 rounded-md px-1.5 py-1 font-medium text-accent hover:bg-hover active:bg-selected" />
          </div>
          <Toast.Close
            aria-hidden={undefined}
            render={
              <IconButton label="Dismiss" className="-me-1 -mt-1 size-7">
                <X aria-hidden />
              </IconButton>
            }
          />
        </Toast.Content>
      </Toast.Root>
    );
  });
}
