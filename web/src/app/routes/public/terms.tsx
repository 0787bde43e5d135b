/** /terms */
export { TermsScreen as Component } from '../../../features/landing/components/legal-screen.tsx';
