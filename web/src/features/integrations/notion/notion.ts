import { lazy } from 'react';
import type { Integration } from '../integration.ts';

export const notion: Integration = {
  id: 'notion',
  name: 'Notion',
  description: 'Keep pages in step with Notion.',
  parts: {
    Connection: lazy(async () => ({
      default: (await import('./components/notion-connection.tsx')).NotionConnection,
    })),
    isLinked: (page) => page.notion_page_id !== null,
    PageNotice: lazy(async () => ({ default: (await import('./notion-page-notice.tsx')).NotionPageNotice })),
    PageSettings: lazy(async () => ({
      default: (await import('./notion-page-settings.tsx')).NotionPageSettings,
    })),
    giveBack: async (workspaceId) => {
      try {
        await (await import('./give-notion-back.ts')).giveNotionBack(workspaceId);
      } catch {
        // Its tokens are deleted with the workspace.
      }
    },
  },
};
