/** /dashboard/organizations */
export { OrganizationsScreen as Component } from '../../../features/workspace/components/organizations-screen.tsx';
