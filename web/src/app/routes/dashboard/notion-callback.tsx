/** /dashboard/settings/workspace/notion-callback */
export { NotionCallbackScreen as Component } from '../../../features/integrations/notion/components/notion-callback-screen.tsx';
