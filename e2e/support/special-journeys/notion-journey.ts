/**
 * For journeys to Notion: Trellis beside a Notion of our own, where it is registered as an app unless a file
 * says not.
 */
import {
  type NotionStandIn,
  startNotionStandIn,
} from '../../../server/test/support/notion-stand-in/notion-stand-in.ts';
import { test as base } from '../journey.ts';
import { TrellisProcess } from '../trellis-process.ts';

export const test = base.extend<object, { notionApp: boolean; notion: NotionStandIn }>({
  notionApp: [true, { option: true, scope: 'worker' }],
  notion: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      await using notion = await startNotionStandIn();
      await use(notion);
    },
    { scope: 'worker' },
  ],
  trellis: [
    async ({ notion, notionApp }, use) => {
      const { clientId, clientSecret } = notion.state.app;
      await using trellis = await TrellisProcess.create({
        NOTION_API_URL: notion.url,
        ...(notionApp ? { NOTION_CLIENT_ID: clientId, NOTION_CLIENT_SECRET: clientSecret } : {}),
      });
      await use(trellis);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
