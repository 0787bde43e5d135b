/** Asks for a name before something is deleted for good: nobody types that by accident. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';

interface TypedDialogProps {
  readonly title: string;
  readonly description: string;
  /** To be typed. */
  readonly name: string;
  /** As in "Type … to confirm". */
  readonly what: string;
  readonly confirmLabel: string;
  readonly isReady?: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly children?: ReactNode;
}

export function TypedDialog(props: TypedDialogProps) {
  const {
    title,
    description,
    name,
    what,
    confirmLabel,
    isReady = true,
    onClose,
    onConfirm,
    children,
  } = props;
  const [typed, setTyped] = useState('');
  const isSame = squeezed(typed) === squeezed(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame || !isReady) return;
    onClose();
    onConfirm();
  };
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <TextField
          label={`Type ${what} to confirm`}
          help={<span className="font-medium text-ink wrap-anywhere">{name}</span>}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={!isSame || !isReady}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Blanks look alike, and a page shows several as one. */
function squeezed(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
