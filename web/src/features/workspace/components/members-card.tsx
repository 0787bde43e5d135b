/** Who is in the workspace. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { useRemoveMember } from '../api/remove-member.ts';
import { type Member, membersQuery } from '../api/workspace-queries.ts';
import { MemberRow } from './member-row.tsx';

interface MembersCardProps {
  readonly organizationId: string;
  readonly canManage: boolean;
}

export function MembersCard({ organizationId, canManage }: MembersCardProps) {
  const { data: members } = useSuspenseQuery(membersQuery(organizationId));
  const [leaving, setLeaving] = useState<Member>();
  const remove = useRemoveMember(organizationId);
  return (
    <Card
      title={`Members (${members.length})`}
      action={
        canManage && (
          <Button disabled title="Member invitations will be implemented soon">
            <UserPlus aria-hidden className="size-4" />
            Invite Member
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            {...(canManage && member.role !== 'owner' && { onRemove: () => setLeaving(member) })}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && remove.mutate(leaving.id)}
        title="Remove member"
        description={`${leaving?.name ?? 'This person'} will no longer see this workspace and its pages.`}
        confirmLabel="Remove"
      />
    </Card>
  );
}
