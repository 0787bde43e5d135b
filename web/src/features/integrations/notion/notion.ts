import { lazy } from 'react';
import type { Integration } from '../integration.ts';

const load = () => import('./parts.ts');

export const notion: Integration = {
  id: 'notion',
  name: 'Notion',
  description: 'Keep pages in step with Notion.',
  parts: {
    Connection: lazy(() => load().then((parts) => ({ default: parts.NotionConnection }))),
    isLinked: (page) => page.notion_page_id !== null,
    PageNotice: lazy(() => load().then((parts) => ({ default: parts.NotionPageNotice }))),
    PageSettings: lazy(() => load().then((parts) => ({ default: parts.NotionPageSettings }))),
    giveBack: (workspaceId) =>
      load().then(
        ({ giveNotionBack }) => giveNotionBack(workspaceId),
        // Its tokens are deleted with the workspace.
        () => undefined,
      ),
  },
};
