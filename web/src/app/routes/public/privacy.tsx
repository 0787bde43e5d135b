/** /privacy */
export { PrivacyScreen as Component } from '../../../features/landing/components/legal-screen.tsx';
