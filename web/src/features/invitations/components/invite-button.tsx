/** Opens the dialog that invites people. */
import { useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { waysOfInvitingQuery } from '../api/ways-of-inviting.ts';
import { InviteDialog } from './invite-dialog.tsx';

export function InviteButton({ organizationId }: { readonly organizationId: string }) {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  // So that the dialog says at once what it has to say.
  const prepare = () => void queryClient.prefetchQuery(waysOfInvitingQuery());
  return (
    <>
      <Button onClick={() => setOpen(true)} onPointerEnter={prepare} onFocus={prepare}>
        <UserPlus aria-hidden className="size-4" />
        Invite Member
      </Button>
      <InviteDialog organizationId={organizationId} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
