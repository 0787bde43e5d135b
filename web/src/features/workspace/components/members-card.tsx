/** Who is in the workspace, as what, and what may be done about each of them. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CurrentWorkspace, isManager } from '../../../lib/current-workspace.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { InviteButton } from '../../invitations/invitations.ts';
import { useChangeRole, useHandOver } from '../api/change-role.ts';
import { useLeaveWorkspace } from '../api/leave-workspace.ts';
import { useRemoveMember } from '../api/remove-member.ts';
import { type Member, membersQuery } from '../api/workspace-queries.ts';
import { type MemberAction, memberActions } from '../state/member-actions.ts';
import { MemberRow } from './member-row.tsx';

/** What is asked about before it is done. */
interface Question {
  readonly action: MemberAction;
  readonly member: Member;
}

export function MembersCard({ workspace }: { readonly workspace: CurrentWorkspace }) {
  const { user } = useSignedIn();
  const { data: members } = useSuspenseQuery(membersQuery(workspace.id));
  const [question, setQuestion] = useState<Question>();
  const remove = useRemoveMember(workspace.id);
  const leave = useLeaveWorkspace();
  const handOver = useHandOver(workspace.id);
  const changeRole = useChangeRole(workspace.id);
  const owners = members.filter(({ role }) => role === 'owner').length;

  const start = (action: MemberAction, member: Member) => {
    if (action === 'make-admin') changeRole.mutate({ member, role: 'admin' });
    else if (action === 'make-member') changeRole.mutate({ member, role: 'member' });
    else setQuestion({ action, member });
  };
  const answer = ({ action, member }: Question) => {
    if (action === 'remove') remove.mutate(member.id);
    else if (action === 'leave') leave.mutate(workspace);
    else if (action === 'hand-over') handOver.mutate(member);
    else changeRole.mutate({ member, role: 'owner' });
  };

  return (
    <Card
      title={`Members (${members.length})`}
      action={isManager(workspace.role) && <InviteButton organizationId={workspace.id} />}
    >
      <ul className="divide-y divide-line">
        {members.map((member) => {
          const isSelf = member.userId === user.id;
          const situation = { own: workspace.role, theirs: member.role, isSelf, isReplaceable: owners > 1 };
          return (
            <MemberRow
              key={member.id}
              member={member}
              isSelf={isSelf}
              actions={memberActions(situation)}
              onAction={(action) => start(action, member)}
            />
          );
        })}
      </ul>
      <ConfirmDialog
        open={question !== undefined}
        onClose={() => setQuestion(undefined)}
        onConfirm={() => question && answer(question)}
        {...wordsOf(question, workspace.name)}
      />
    </Card>
  );
}

function wordsOf(question: Question | undefined, workspace: string) {
  const name = question?.member.name ?? 'This person';
  switch (question?.action) {
    case 'leave':
      return {
        title: `Leave ${workspace}?`,
        description:
          'You will no longer see this workspace and its pages. To come back you need an invitation.',
        confirmLabel: 'Leave',
      };
    case 'hand-over':
      return {
        title: `Hand over to ${name}?`,
        description: `${name} becomes the owner of this workspace, and you become an admin of it. Only an owner can give it back to you.`,
        confirmLabel: 'Hand over',
      };
    case 'make-owner':
      return {
        title: `Make ${name} an owner?`,
        description: 'Owners may do everything: also delete the workspace, and take your role from you.',
        confirmLabel: 'Make owner',
      };
    default:
      return {
        title: 'Remove member',
        description: `${name} will no longer see this workspace and its pages.`,
        confirmLabel: 'Remove',
      };
  }
}
