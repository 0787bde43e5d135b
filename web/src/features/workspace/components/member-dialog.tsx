/** Changes a member's role, hands the workspace over, or removes the member. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { type Option, RadioGroup } from '../../../ui/fields/radio-group.tsx';
import type { Member } from '../api/workspace-queries.ts';
import type { MemberAction } from '../state/member-actions.ts';

/** The member's possible roles, the present one included. */
export type MemberChoice = Member['role'] | 'hand-over';

const OPTIONS: readonly (Option<MemberChoice> & { readonly by: MemberAction })[] = [
  { value: 'member', name: 'Member', meaning: 'Reads and writes the pages', by: 'make-member' },
  {
    value: 'admin',
    name: 'Admin',
    meaning: 'Also invites, removes people and renames the workspace',
    by: 'make-admin',
  },
  { value: 'owner', name: 'Owner, too', meaning: 'Can do everything that you can', by: 'make-owner' },
  {
    value: 'hand-over',
    name: 'Owner in your place',
    meaning: 'You hand over the workspace and become one of its admins',
    by: 'hand-over',
  },
];

interface MemberDialogProps {
  /** Undefined while the dialog is closed. */
  readonly member: Member | undefined;
  readonly actions: readonly MemberAction[];
  readonly onClose: () => void;
  readonly onChoose: (choice: MemberChoice) => void;
  readonly onRemove: () => void;
}

export function MemberDialog({ member, actions, onClose, onChoose, onRemove }: MemberDialogProps) {
  return (
    <Dialog
      open={member !== undefined}
      onClose={onClose}
      title={member?.name ?? ''}
      {...(member && { description: member.email })}
    >
      {member && (
        <MemberForm
          key={member.id}
          role={member.role}
          actions={actions}
          onCancel={onClose}
          onChoose={onChoose}
          onRemove={onRemove}
        />
      )}
    </Dialog>
  );
}

interface MemberFormProps extends Pick<MemberDialogProps, 'actions' | 'onChoose' | 'onRemove'> {
  readonly role: Member['role'];
  readonly onCancel: () => void;
}

function MemberForm({ role, actions, onCancel, onChoose, onRemove }: MemberFormProps) {
  const [choice, setChoice] = useState<MemberChoice>(role);
  const options = OPTIONS.filter(({ value, by }) => value === role || actions.includes(by));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choice === role) onCancel();
    else onChoose(choice);
  };
  return (
    <form onSubmit={submit}>
      <RadioGroup label="Role" options={options} value={choice} onChange={setChoice} />
      <DialogActions>
        {actions.includes('remove') && (
          <Button className="me-auto text-danger!" onClick={onRemove}>
            Remove…
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary">
          {choice === 'hand-over' ? 'Hand over' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  );
}
