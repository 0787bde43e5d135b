/** The frame of the sign-in screens, for screens of other features that people see before they are signed in. */
export { AuthFrame, TextButton, TextLink } from './components/auth-frame.tsx';
