/** /dashboard/integrations */
export { IntegrationsScreen as Component } from '../../../features/integrations/components/integrations-screen.tsx';
