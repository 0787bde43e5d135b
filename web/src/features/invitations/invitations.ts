/** The feature's exports for other features. */
export { openInvitationsQuery } from './api/invitation-queries.ts';
export { useCloseJoinLinks, useOpenJoinLinks } from './api/join-links.ts';
export { InvitationsCards } from './components/invitations-cards.tsx';
export { InviteButton } from './components/invite-button.tsx';
