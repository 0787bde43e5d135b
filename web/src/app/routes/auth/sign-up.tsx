/** /auth/signup */
export { SignUpScreen as Component } from '../../../features/auth/components/sign-up-screen.tsx';
