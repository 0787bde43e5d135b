/** A server that is registered as an app at a stand-in Notion, and people who go there and come back. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { generateSecrets } from '../../../src/config/secrets.ts';
import { clientOf, type Person, signUp } from '../../product/people.ts';
import { type NotionStandIn, startNotionStandIn } from '../../support/notion-stand-in/notion-stand-in.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

export interface Answer {
  readonly status: number;
  readonly body: {
    readonly data?: Readonly<Record<string, unknown>>;
    readonly error?: string;
    readonly code?: string;
  };
}

/** The parameters that Notion sends a person back with. */
interface Returned {
  readonly code: string;
  readonly state: string;
}

export const NOT_CONNECTED = { connected: false, workspaceName: null, needsReconnect: false };
export const CONNECTED = {
  connected: true,
  workspaceName: 'Acme Notes',
  kind: 'oauth',
  needsReconnect: false,
};

/**
 * Starts both for a test file; each test has an account of its own, with a workspace that is not connected.
 * @returns all of it, to be asked inside tests and hooks
 */
export function useNotionApp() {
  let notion: NotionStandIn;
  let server: TestServer;
  let operator: SupabaseClient;
  let mia: Person;

  beforeAll(async () => {
    notion = await startNotionStandIn();
    const { clientId, clientSecret } = notion.state.app;
    server = await startTestServer(
      { notion: { apiUrl: notion.url, clientId } },
      { ...(await generateSecrets()), notionClientSecret: clientSecret },
    );
    operator = clientOf(server, server.secrets.secretKey);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await notion[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    mia = await signUp(server, 'Mia');
  });
  afterEach(() => {
    notion.faults.expectNone();
  });

  async function send(at: TestServer, path: string, body?: unknown, token?: string): Promise<Answer> {
    const answer = await fetch(`${at.url}/functions/v1/notion-oauth/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        apikey: at.secrets.publishableKey,
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  /** @param at another server than the one that was started */
  async function call(person: Person, path: string, body?: unknown, at = server): Promise<Answer> {
    const { data } = await person.client.auth.getSession();
    return send(at, path, body, data.session?.access_token);
  }

  const status = async (person: Person, workspaceId = person.workspaceId) =>
    (await call(person, `status?workspaceId=${workspaceId}`)).body.data;

  /** Goes to Notion's page and allows access. */
  async function authorize(person: Person, workspaceId = person.workspaceId): Promise<Returned> {
    const { body } = await call(person, 'initiate', { workspaceId });
    const page = await (await fetch(String(body.data?.authUrl))).text();
    const back = new URL(/href="([^"]+code=[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '');
    return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
  }

  const redirectUri = () => `${server.config.siteUrl}/dashboard/settings/workspace/notion-callback`;

  const comeBack = (person: Person, returned: Returned, more: Readonly<Record<string, unknown>> = {}) =>
    call(person, 'callback', {
      ...returned,
      workspaceId: person.workspaceId,
      redirectUri: redirectUri(),
      ...more,
    });

  return {
    notion: () => notion,
    server: () => server,
    operator: () => operator,
    mia: () => mia,
    send,
    call,
    status,
    authorize,
    comeBack,
    redirectUri,

    connect: async (person: Person): Promise<void> => {
      expect(await comeBack(person, await authorize(person))).toMatchObject({ status: 200 });
    },

    join: async (person: Person, workspaceId: string, role: string): Promise<void> => {
      const { error } = await operator
        .from('organization_members')
        .insert({ organization_id: workspaceId, user_id: person.id, role });
      if (error) throw error;
    },

    storedRow: async (person: Person) => {
      const { data } = await operator
        .from('notion_connections')
        .select()
        .eq('organization_id', person.workspaceId)
        .maybeSingle();
      return data;
    },
  };
}
