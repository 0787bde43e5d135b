/** A workspace that is connected to a stand-in Notion, and what a test does on either side. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createPage, type Person, signUp } from '../../product/people.ts';
import type { NotionPage } from '../../support/notion-stand-in/notion-pages.ts';
import { type NotionStandIn, startNotionStandIn } from '../../support/notion-stand-in/notion-stand-in.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

export interface Answer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly error: string;
  readonly code: string;
}

export type Direction = 'bring' | 'send' | 'both';

/**
 * Starts a server and a Notion for a test file; each test has an account of its own, whose workspace is connected.
 * @returns all of it, to be asked inside tests and hooks
 */
export function useNotionWorkspace() {
  let notion: NotionStandIn;
  let server: TestServer;
  let mia: Person;

  beforeAll(async () => {
    notion = await startNotionStandIn();
    server = await startTestServer({ notion: { apiUrl: notion.url, clientId: undefined } });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await notion[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    mia = await signUp(server, 'Mia');
    await call(mia, 'notion-oauth/token', { token: notion.state.makeInternalToken() });
  });
  afterEach(() => {
    notion.faults.expectNone();
    notion.pages.pageSize = 100;
  });

  async function send(path: string, body: object, token?: string, at = server.url): Promise<Answer> {
    const answer = await fetch(`${at}/functions/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: server.secrets.publishableKey,
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) };
  }

  /** @param at another server than the one that was started */
  async function call(person: Person, path: string, body: object = {}, at = server.url): Promise<Answer> {
    const { data } = await person.client.auth.getSession();
    return send(path, { workspaceId: person.workspaceId, ...body }, data.session?.access_token, at);
  }

  async function versions(pageId: string) {
    const { data, error } = await mia.client
      .from('page_versions')
      .select('content, from_notion')
      .eq('page_id', pageId)
      .order('updated_at');
    if (error) throw error;
    return data;
  }

  return {
    notion: () => notion,
    server: () => server,
    mia: () => mia,
    send,
    call,

    /** Adds a page that is linked to one at Notion. @returns its id */
    link: async (remote: NotionPage | string, direction: Direction, fields: object = {}): Promise<string> => {
      const page = await createPage(mia, {
        name: 'Plan',
        content: '',
        notion_direction: direction,
        notion_page_id: typeof remote === 'string' ? remote : remote.id,
        ...fields,
      });
      return page.id;
    },

    sync: (pageId: string, keep?: 'ours' | 'theirs') => call(mia, 'notion-sync/page', { pageId, keep }),

    read: async (pageId: string) => {
      const { data, error } = await mia.client.from('pages').select().eq('id', pageId).single();
      if (error) throw error;
      return data;
    },

    write: async (pageId: string, fields: object): Promise<void> => {
      const { error } = await mia.client.from('pages').update(fields).eq('id', pageId);
      if (error) throw error;
    },

    stateOf: async (pageId: string) => {
      const { data } = await mia.client
        .from('page_notion_syncs')
        .select('state, reason, blocks')
        .eq('page_id', pageId)
        .single();
      return data;
    },

    /** A page's texts, oldest first. */
    versionsOf: async (pageId: string) => (await versions(pageId)).map(({ content }) => content),
    /** Those of its texts that the history attributes to Notion. */
    versionsFromNotion: async (pageId: string) =>
      (await versions(pageId)).filter(({ from_notion }) => from_notion).map(({ content }) => content),

    /** The text of a page at Notion. */
    said: (page: NotionPage) => notion.pages.markdownOf(page).markdown,
    /** How often Notion was written to. */
    writes: () => notion.requests.filter(({ method }) => method === 'PATCH').length,
  };
}
