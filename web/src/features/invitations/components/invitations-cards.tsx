/** On the workspace's screen, for its owners and admins: the invited people, and the join links. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { openInvitationsQuery } from '../api/invitation-queries.ts';
import { JoinLinksCard } from './join-links-card.tsx';
import { PendingCard } from './pending-card.tsx';

export function InvitationsCards({ organizationId }: { readonly organizationId: string }) {
  const { data } = useSuspenseQuery(openInvitationsQuery(organizationId));
  const pending = data.filter(({ email }) => email !== null);
  const links = data.filter(({ email }) => email === null);
  return (
    <>
      {pending.length > 0 && <PendingCard organizationId={organizationId} invitations={pending} />}
      <JoinLinksCard organizationId={organizationId} links={links} />
    </>
  );
}
