/** Asks for the workspace's name before everything in it is deleted: nobody types that by accident. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';

interface DeleteWorkspaceDialogProps {
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export function DeleteWorkspaceDialog({ name, open, onClose, onConfirm }: DeleteWorkspaceDialogProps) {
  const [typed, setTyped] = useState('');
  const isSame = squeezed(typed) === squeezed(name);
  const close = () => {
    setTyped('');
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame) return;
    close();
    onConfirm();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Delete "${name}"?`}
      description="The workspace and all of its pages are deleted for everyone. This action cannot be undone."
    >
      <form onSubmit={submit}>
        <TextField
          label="Type the workspace’s name to confirm"
          help={<span className="font-medium text-ink wrap-anywhere">{name}</span>}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="danger" disabled={!isSame}>
            Delete Workspace
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Blanks look alike, and a page shows several as one. */
function squeezed(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
