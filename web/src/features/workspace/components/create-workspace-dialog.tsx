/** Makes a workspace of one's own, which is open then. */
import { type FormEvent, useState } from 'react';
import { LONGEST_WORKSPACE_NAME } from '../../../lib/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useCreateWorkspace } from '../api/create-workspace.ts';

interface CreateWorkspaceDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function CreateWorkspaceDialog({ open, onClose }: CreateWorkspaceDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Create organization"
      description="A workspace with pages and people of its own."
    >
      <CreateWorkspaceForm onDone={onClose} />
    </Dialog>
  );
}

function CreateWorkspaceForm({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState('');
  const { mutate, isPending, error } = useCreateWorkspace();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && name.trim() !== '') mutate(name.trim(), { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {error && (
        <Notice kind="error" failure={error}>
          {error.message}
        </Notice>
      )}
      <TextField
        label="Name"
        autoComplete="organization"
        maxLength={LONGEST_WORKSPACE_NAME}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" busy={isPending} disabled={name.trim() === ''}>
          {isPending ? 'Creating…' : 'Create organization'}
        </Button>
      </DialogActions>
    </form>
  );
}
