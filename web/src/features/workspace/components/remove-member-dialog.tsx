/** Asks before a member is removed, and offers to close the join links: they may still have one, or pass it on. */
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { useCloseJoinLinks, useOpenJoinLinks } from '../../invitations/invitations.ts';
import { useRemoveMember } from '../api/remove-member.ts';
import type { Member } from '../api/workspace-queries.ts';

interface RemoveMemberDialogProps {
  readonly organizationId: string;
  readonly member: Member;
  readonly onClose: () => void;
}

export function RemoveMemberDialog({ organizationId, member, onClose }: RemoveMemberDialogProps) {
  const [closesLinks, setClosesLinks] = useState(false);
  const openLinks = useOpenJoinLinks(organizationId);
  const remove = useRemoveMember(organizationId);
  const closeLinks = useCloseJoinLinks(organizationId);
  const confirm = () => {
    remove.mutate(member.id);
    if (closesLinks) closeLinks.mutate();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title="Remove member"
      description={`${member.name} will no longer see this workspace and its pages. To come back they need a new invitation.`}
      confirmLabel="Remove"
    >
      {openLinks > 0 && (
        <Checkbox
          label={
            openLinks === 1 ? 'Also close the open join link' : `Also close the ${openLinks} open join links`
          }
          checked={closesLinks}
          onChange={setClosesLinks}
        />
      )}
    </ConfirmDialog>
  );
}
