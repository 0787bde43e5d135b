/** What other features show of invitations. */
export { InvitationsCards } from './components/invitations-cards.tsx';
export { InviteButton } from './components/invite-button.tsx';
