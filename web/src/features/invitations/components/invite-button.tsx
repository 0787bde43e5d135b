/** Opens the dialog that invites people. */
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { InviteDialog } from './invite-dialog.tsx';

export function InviteButton({ organizationId }: { readonly organizationId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <UserPlus aria-hidden className="size-4" />
        Invite Member
      </Button>
      <InviteDialog organizationId={organizationId} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
