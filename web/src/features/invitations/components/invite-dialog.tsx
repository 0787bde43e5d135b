/** Inviting people by their addresses; then their links. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/fields/text-field.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type Invited, useSendInvitations } from '../api/send-invitations.ts';
import { waysOfInvitingQuery } from '../api/ways-of-inviting.ts';
import { checkAddresses, readAddresses } from '../state/addresses.ts';
import { InvitedList } from './invited-list.tsx';
import { type InvitedRole, RoleChoice } from './role-choice.tsx';

interface InviteDialogProps {
  readonly organizationId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function InviteDialog({ organizationId, open, onClose }: InviteDialogProps) {
  const [invited, setInvited] = useState<readonly Invited[]>();
  const { data: ways } = useQuery({ ...waysOfInvitingQuery(), enabled: open });
  const close = () => {
    onClose();
    setInvited(undefined);
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={invited ? 'People invited' : 'Invite Member'}
      {...(!invited && {
        description:
          ways?.isMailed === false
            ? 'This server sends no mail. You get a link for each person, good for seven days, to pass on yourself.'
            : 'They get a mail with a link, which is good for seven days.',
      })}
    >
      {invited ? (
        <>
          <InvitedList invited={invited} />
          <DialogActions>
            <Button look="primary" onClick={close}>
              Done
            </Button>
          </DialogActions>
        </>
      ) : (
        <InviteForm
          organizationId={organizationId}
          isConfirmed={ways?.isConfirmed}
          onCancel={close}
          onInvited={setInvited}
        />
      )}
    </Dialog>
  );
}

interface InviteFormProps {
  readonly organizationId: string;
  readonly isConfirmed: boolean | undefined;
  readonly onCancel: () => void;
  readonly onInvited: (invited: readonly Invited[]) => void;
}

function InviteForm({ organizationId, isConfirmed, onCancel, onInvited }: InviteFormProps) {
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState<InvitedRole>('member');
  const { problems, accept, clear } = useFieldProblems<'email'>();
  const { mutate, isPending, error, reset } = useSendInvitations(organizationId);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const addresses = readAddresses(typed);
    if (isPending || !accept(event.currentTarget, { email: checkAddresses(addresses) })) return;
    mutate({ emails: addresses.valid, role }, { onSuccess: onInvited });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {error && (
        <Notice kind="error" failure={error}>
          {error.message}
        </Notice>
      )}
      <TextAreaField
        label="Email"
        help="Several at once: with commas between, or one on each line."
        rows={2}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          clear();
          reset();
        }}
        error={problems.email}
      />
      <RoleChoice value={role} onChange={setRole} />
      {isConfirmed === false && (
        <p className="text-[0.8125rem] text-pretty text-ink-muted">
          Email addresses are not confirmed on this server. Anyone who gets hold of a link can sign up with
          its address and join.
        </p>
      )}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={isPending} disabled={typed.trim() === ''}>
          {isPending ? 'Sending…' : 'Send Invite'}
        </Button>
      </DialogActions>
    </form>
  );
}
