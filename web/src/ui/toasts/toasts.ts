/** Says something in passing, from anywhere: success, error or warning. */
import { Toast } from '@base-ui/react/toast';

export type ToastKind = 'success' | 'error' | 'warning';

export const toastManager = Toast.createToastManager();

export function toast(kind: ToastKind, title: string, description?: string): void {
  toastManager.add({
    type: kind,
    title,
    ...(description !== undefined && { description }),
    priority: kind === 'error' ? 'high' : 'low',
  });
}

/** Says that something failed, and why. */
export function toastFailure(title: string, error: unknown): void {
  const reason = error instanceof Error && error.message !== title ? error.message : undefined;
  toast('error', title, reason);
}
