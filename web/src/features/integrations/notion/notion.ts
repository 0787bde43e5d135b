/** Notion as an integration: what it brings to the screens of other features, each part loaded on demand. */
import { lazy } from 'react';
import type { Integration } from '../integration.ts';
import { giveNotionBack } from './give-notion-back.ts';
import { NotionPageNotice } from './notion-page-notice.tsx';
import { NotionPageSettings } from './notion-page-settings.tsx';
import { notionMadeOldBy } from './query-keys.ts';

export const notion: Integration = {
  id: 'notion',
  name: 'Notion',
  description: 'Keep pages in step with Notion.',
  parts: {
    Connection: lazy(async () => ({
      default: (await import('./components/notion-connection.tsx')).NotionConnection,
    })),
    isLinked: (page) => page.notion_page_id !== null,
    PageNotice: NotionPageNotice,
    PageSettings: NotionPageSettings,
    keys: notionMadeOldBy.syncOfAll,
    giveBack: giveNotionBack,
  },
};
