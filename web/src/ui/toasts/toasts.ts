/** Says something in passing, from anywhere: success, error or warning. */
import { Toast } from '@base-ui/react/toast';
import { useSyncExternalStore } from 'react';
import { requestIdOf } from '../../lib/errors/app-error.ts';

export type ToastKind = 'success' | 'error' | 'warning';

export const toastManager = Toast.createToastManager<{ readonly requestId?: string | undefined }>();

export interface ToastDetails {
  readonly description?: string | undefined;
  /** The request's id, of an unexpected failure. */
  readonly requestId?: string | undefined;
  /** A way to act on it, such as Undo; using it closes the toast. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

// A toast that comes before there is a place to show it is shown once there is.
let isShown = false;
let waiting: Array<() => void> = [];
const listeners = new Set<() => void>();

/** @returns whether something is to be said and nobody shows it yet */
export function useToastsWait(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting.length > 0,
  );
}

/** Called by the component that shows the toasts, once it can; returns a function to call when it no longer can. */
export function showToasts(): () => void {
  isShown = true;
  for (const show of waiting) show();
  waiting = [];
  return () => {
    isShown = false;
  };
}

export function toast(kind: ToastKind, title: string, details: ToastDetails = {}): void {
  if (isShown) {
    add(kind, title, details);
    return;
  }
  waiting.push(() => add(kind, title, details));
  for (const listener of listeners) listener();
}

function add(kind: ToastKind, title: string, { description, requestId, action }: ToastDetails): void {
  const id = toastManager.add({
    type: kind,
    title,
    data: { requestId },
    ...(description !== undefined && { description }),
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          toastManager.close(id);
          action.run();
        },
      },
    }),
    priority: kind === 'error' ? 'high' : 'low',
  });
}

/** Says that something failed, and why. */
export function toastFailure(title: string, error: unknown): void {
  const reason = error instanceof Error && error.message !== title ? error.message : undefined;
  toast('error', title, { description: reason, requestId: requestIdOf(error) });
}
