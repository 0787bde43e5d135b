/** An invitation that lets nobody in any more, or whose reader is in already: why, and what to do now. */
import type { ReactNode } from 'react';
import { chooseWorkspace } from '../../../lib/current-workspace.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { AuthFrame } from '../../auth/auth-frame.ts';
import type { Invitation } from '../api/look-up-invitation.ts';

interface ClosedInvitationProps {
  /** Null when the link leads nowhere. */
  readonly invitation: Invitation | null;
  readonly userId: string | undefined;
  /** The way on for a person who is not a member. */
  readonly action: ReactNode;
}

export function ClosedInvitation({ invitation, userId, action }: ClosedInvitationProps) {
  if (invitation?.membership && userId !== undefined) {
    const { organizationId, workspace } = invitation.membership;
    return (
      <Words title="You are in already" text={`You are a member of ${workspace}.`}>
        <ButtonLink
          to={paths.dashboard}
          onClick={() => chooseWorkspace(userId, organizationId)}
          look="primary"
          size="large"
        >
          Open the workspace
        </ButtonLink>
      </Words>
    );
  }
  return <Words {...wordsFor(invitation)}>{action}</Words>;
}

function Words({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <AuthFrame title={title} description={text}>
      <div className="flex flex-col">{children}</div>
    </AuthFrame>
  );
}

function wordsFor(invitation: Invitation | null): { title: string; text: string } {
  switch (invitation?.state) {
    case 'expired':
      return { title: 'This invitation has expired', text: 'Ask for a new one.' };
    case 'used':
      return {
        title: 'This invitation has been used',
        text: 'If it was you, sign in to open the workspace. If not, ask for a new one.',
      };
    case 'revoked':
      return {
        title: 'This invitation was taken back',
        text: 'A newer one may be in your mail. If not, ask for one.',
      };
    case 'refused':
      return {
        title: 'This invitation is not for you any more',
        text: 'It was made before you left the workspace. Ask for a new one.',
      };
    default:
      return {
        title: 'This invitation is not valid',
        text: 'Check that the whole link was opened, or ask for a new one.',
      };
  }
}
