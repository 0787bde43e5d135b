/** Dialogs: the frame every dialog shares, and the one that asks before something happens. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { focusScreen, isScreenFocused } from '../lib/browser/focus-screen.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const BACKDROP =
  'fixed inset-0 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
const VIEWPORT = 'fixed inset-0 flex items-start justify-center overflow-y-auto p-4 pt-[12vh]';
const POPUP =
  'w-full max-w-md rounded-xl border border-line bg-raised p-5 text-ink shadow-float outline-none transition-[opacity,scale] duration-150 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';
// Names may be long, and what is asked about them stands below.
const TITLE = 'line-clamp-3 text-lg font-semibold tracking-tight wrap-anywhere';

export function Dialog({
  open,
  onClose,
  title,
  description,
  keepsFocus = () => false,
  children,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  /** Whether the focus goes somewhere else than back to what opened the dialog. */
  readonly keepsFocus?: () => boolean;
  readonly children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const wasOnScreen = useWasOnScreen(open);
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={BACKDROP} />
        <BaseDialog.Viewport className={VIEWPORT}>
          <BaseDialog.Popup
            ref={popup}
            initialFocus={() => firstField(popup.current)}
            finalFocus={() => !keepsFocus() && !(wasOnScreen && returnToScreen())}
            className={POPUP}
          >
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

/**
 * The screen as a whole has the focus when its address was just gone to. The library would return it to the first button
 * in there instead.
 */
function useWasOnScreen(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(false);
  const [wasOnScreen, setWasOnScreen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setWasOnScreen(isScreenFocused());
  }
  return wasOnScreen;
}

function returnToScreen(): true {
  // While React takes the dialog away, it takes no notice of the focus.
  queueMicrotask(() => document.activeElement === document.body && focusScreen());
  return true;
}

/**
 * The first field of a dialog has the focus; by touch, that would raise the keyboard over it. One that is only read has the
 * focus itself: its button to close would show a tooltip, and the first Escape would be the tooltip's.
 */
function firstField(popup: HTMLElement | null): HTMLElement | true {
  if (window.matchMedia('(pointer: coarse)').matches) return popup ?? true;
  const field = popup?.querySelector<HTMLElement>(
    'input:not([aria-hidden], [hidden]), textarea, [role="radio"]',
  );
  // The library does it a frame later, and whoever opened it by a key is typing already.
  field?.focus();
  return field ?? popup ?? true;
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
  /** What may be chosen besides. */
  readonly children?: ReactNode;
}) {
  const confirm = () => {
    onClose();
    // The focus goes back first: the element that has it may be taken away by what is confirmed.
    setTimeout(onConfirm);
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Viewport className={VIEWPORT}>
          <AlertDialog.Popup className={POPUP}>
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
