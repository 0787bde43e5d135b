/** /auth/forgot-password */
export { ForgotPasswordScreen as Component } from '../../../features/auth/components/forgot-password-screen.tsx';
