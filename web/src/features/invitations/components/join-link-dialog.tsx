/** Makes a join link with a role, a lifetime and a number of people; then shows it. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { CopyLink } from '../../../ui/fields/copy-link.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useCreateJoinLink } from '../api/join-links.ts';
import { type InvitedRole, RoleChoice } from './role-choice.tsx';

const DURATIONS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const;

const MOST_USES = 1000;

interface JoinLinkDialogProps {
  readonly organizationId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function JoinLinkDialog({ organizationId, open, onClose }: JoinLinkDialogProps) {
  const [link, setLink] = useState<string>();
  const close = () => {
    onClose();
    setLink(undefined);
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={link === undefined ? 'New join link' : 'Join link'}
      description={
        link === undefined
          ? 'To share with several people at once.'
          : 'Copy it now: it is shown only here. Anyone who gets hold of it can join.'
      }
    >
      {link === undefined ? (
        <JoinLinkForm organizationId={organizationId} onCancel={close} onCreated={setLink} />
      ) : (
        <>
          <CopyLink label="Join link" isLabelShown={false} link={link} />
          <DialogActions>
            <Button look="primary" onClick={close}>
              Done
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface JoinLinkFormProps {
  readonly organizationId: string;
  readonly onCancel: () => void;
  readonly onCreated: (link: string) => void;
}

function JoinLinkForm({ organizationId, onCancel, onCreated }: JoinLinkFormProps) {
  const [role, setRole] = useState<InvitedRole>('member');
  const [days, setDays] = useState<(typeof DURATIONS)[number]['value']>('7');
  const [uses, setUses] = useState('');
  const { problems, accept, clear } = useFieldProblems<'uses'>();
  const { mutate, isPending, error } = useCreateJoinLink(organizationId);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || !accept(event.currentTarget, { uses: checkUses(uses) })) return;
    const maxUses = uses.trim() === '' ? undefined : Number(uses);
    mutate({ role, days: Number(days), maxUses }, { onSuccess: onCreated });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {error && (
        <Notice kind="error" failure={error}>
          {error.message}
        </Notice>
      )}
      <RoleChoice value={role} onChange={setRole} />
      <Select label="Good for" choices={DURATIONS} value={days} onChange={setDays} />
      <TextField
        label="How many people"
        help="Leave empty for any number."
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={uses}
        onChange={(event) => {
          setUses(event.target.value);
          clear();
        }}
        error={problems.uses}
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={isPending}>
          {isPending ? 'Creating…' : 'Create link'}
        </Button>
      </DialogActions>
    </form>
  );
}

function checkUses(typed: string): string | undefined {
  const trimmed = typed.trim();
  const count = Number(trimmed);
  const isFine = trimmed === '' || (/^\d+$/.test(trimmed) && count >= 1 && count <= MOST_USES);
  return isFine ? undefined : `Enter a number from 1 to ${MOST_USES}.`;
}
