/** /dashboard/settings/workspace/notion-callback */
export { NotionCallbackScreen as Component } from '../../../features/integrations/components/notion-callback-screen.tsx';
