/** The screen of an invitation, for the router. */
export { InvitationScreen, OpeningInvitation } from './components/invitation-screen.tsx';
