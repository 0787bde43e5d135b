/** The workspace's members, their roles, and the actions on each. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CurrentWorkspace, isManager } from '../../../lib/current-workspace.ts';
import { keepFocusInRows } from '../../../lib/focus/rows.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { InviteButton } from '../../invitations/invitations.ts';
import { useChangeRole, useHandOver } from '../api/change-role.ts';
import { useLeaveWorkspace } from '../api/leave-workspace.ts';
import { type Member, membersQuery } from '../api/workspace-queries.ts';
import { type MemberAction, memberActions } from '../state/member-actions.ts';
import { type MemberChoice, MemberDialog } from './member-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

export function MembersCard({ workspace }: { readonly workspace: CurrentWorkspace }) {
  const { user } = useSignedIn();
  const { data: members } = useSuspenseQuery(membersQuery(workspace.id));
  const [managed, setManaged] = useState<Member>();
  const [removed, setRemoved] = useState<Member>();
  const [isLeaving, setLeaving] = useState(false);
  const leave = useLeaveWorkspace(workspace);
  const handOver = useHandOver(workspace.id);
  const changeRole = useChangeRole(workspace.id);
  const isReplaceable = members.filter(({ role }) => role === 'owner').length > 1;

  const actionsFor = ({ userId, role }: Member): readonly MemberAction[] =>
    memberActions({ own: workspace.role, theirs: role, isSelf: userId === user.id, isReplaceable });
  const choose = (member: Member, choice: MemberChoice) => {
    setManaged(undefined);
    if (choice === 'hand-over') handOver.mutate(member);
    else changeRole.mutate({ member, role: choice });
  };

  return (
    <Card
      title={`Members (${members.length})`}
      action={isManager(workspace.role) && <InviteButton organizationId={workspace.id} />}
    >
      <ul ref={keepFocusInRows} className="divide-y divide-line">
        {members.map((member) => {
          const actions = actionsFor(member);
          const mayLeave = actions.includes('leave');
          return (
            <MemberRow
              key={member.id}
              member={member}
              isSelf={member.userId === user.id}
              onLeave={mayLeave ? () => setLeaving(true) : undefined}
              onManage={actions.length > 0 && !mayLeave ? () => setManaged(member) : undefined}
            />
          );
        })}
      </ul>
      <MemberDialog
        member={managed}
        actions={managed ? actionsFor(managed) : []}
        onClose={() => setManaged(undefined)}
        onChoose={(choice) => managed && choose(managed, choice)}
        onRemove={() => {
          setRemoved(managed);
          setManaged(undefined);
        }}
      />
      {removed && (
        <RemoveMemberDialog
          organizationId={workspace.id}
          member={removed}
          onClose={() => setRemoved(undefined)}
        />
      )}
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        onConfirm={() => leave.mutate()}
        title={`Leave ${workspace.name}?`}
        description="You will no longer see this workspace and its pages. To come back, you need an invitation."
        confirmLabel="Leave"
      />
    </Card>
  );
}
