/** Dialogs: the frame every dialog shares, and the one that asks before something happens. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDialogFocus } from '../lib/focus/dialogs.ts';
import { focusIsBack } from '../lib/focus/focus-is-back.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

const BACKDROP =
  'fixed inset-0 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
const VIEWPORT = 'fixed inset-0 flex items-start justify-center overflow-y-auto p-4 pt-[12vh]';
const POPUP =
  'w-full rounded-xl border border-line bg-raised p-5 text-ink shadow-float outline-none transition-[opacity,scale] duration-150 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';
// Names may be long, and what is asked about them stands below.
const TITLE = 'line-clamp-3 text-lg font-semibold tracking-tight wrap-anywhere';

export function Dialog({
  open,
  onClose,
  title,
  description,
  keepsFocus = () => false,
  isWide = false,
  children,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  /** Whether the focus goes somewhere else than back to what opened the dialog. */
  readonly keepsFocus?: () => boolean;
  /** For what is read. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  const focus = useDialogFocus({ open, keepsFocus });
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={BACKDROP} />
        <BaseDialog.Viewport className={VIEWPORT}>
          <BaseDialog.Popup {...focus} className={classNames(POPUP, isWide ? 'max-w-3xl' : 'max-w-md')}>
            <div className="mb-4">
              <div className="flex items-start justify-between gap-4">
                <BaseDialog.Title title={title} className={`min-w-0 ${TITLE}`}>
                  {title}
                </BaseDialog.Title>
                <BaseDialog.Close
                  render={
                    <IconButton label="Close" className="-me-1.5 -mt-1">
                      <X aria-hidden />
                    </IconButton>
                  }
                />
              </div>
              {description !== undefined && (
                <BaseDialog.Description
                  title={description}
                  className="mt-1 line-clamp-4 text-pretty text-ink-muted wrap-anywhere"
                >
                  {description}
                </BaseDialog.Description>
              )}
            </div>
            {children}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** The buttons at the foot of a dialog: below each other where there is no room. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>;
}

export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  description,
  confirmLabel,
  children,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly title: string;
  readonly description: string;
  readonly confirmLabel: string;
  /** Further choices. */
  readonly children?: ReactNode;
}) {
  const confirm = () => {
    onClose();
    void focusIsBack().then(onConfirm);
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Viewport className={VIEWPORT}>
          <AlertDialog.Popup className={classNames(POPUP, 'max-w-md')}>
            <AlertDialog.Title title={title} className={TITLE}>
              {title}
            </AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-ink-muted wrap-anywhere">
              {description}
            </AlertDialog.Description>
            {children && <div className="mt-4">{children}</div>}
            <DialogActions>
              <AlertDialog.Close render={<Button>Cancel</Button>} />
              <Button look="danger" onClick={confirm}>
                {confirmLabel}
              </Button>
            </DialogActions>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
