/** People with accounts on a test server, each with their own supabase-js client, as a browser would have it. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Secrets } from '../../src/config/secrets.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly client: SupabaseClient;
  /** Their first workspace. */
  readonly workspaceId: string;
}

/** A server in this process, or in one of its own. */
export interface ReachedServer {
  readonly url: string;
  readonly secrets: Pick<Secrets, 'publishableKey'>;
}

let serial = 0;

export async function signUp(server: ReachedServer, fullName: string): Promise<Person> {
  const client = clientOf(server, server.secrets.publishableKey);
  serial += 1;
  const email = `person.${serial}@example.com`;
  const { data, error } = await client.auth.signUp({
    email,
    password: 'correct horse 1',
    options: { data: { full_name: fullName } },
  });
  if (error || !data.user) throw error ?? new Error('no user');
  const membership = await client
    .from('organization_members')
    .select('organization_id')
    .eq('user_id', data.user.id)
    .single();
  if (membership.error) throw membership.error;
  return { id: data.user.id, email, client, workspaceId: membership.data.organization_id };
}

/** A client with no session of anybody's: it has a key alone. */
export function clientOf(server: Pick<ReachedServer, 'url'>, key: string): SupabaseClient {
  return createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** @returns the new page's row */
export async function createPage(person: Person, fields: Readonly<Record<string, unknown>> = {}) {
  const { data, error } = await person.client
    .from('pages')
    .insert({
      organization_id: person.workspaceId,
      parent_id: null,
      name: 'Untitled',
      content: '',
      content_type: 'markdown',
      order_index: 1,
      is_archived: false,
      created_by: person.id,
      updated_by: person.id,
      notion_page_id: null,
      notion_last_sync: null,
      notion_url: null,
      ...fields,
    })
    .select()
    .single();
  if (error) throw error;
  return data;
}
