/**
 * A lane over one HTTP connection to a server that speaks Supabase's protocols. Sends what supabase-js sends for the
 * web app's calls, header by header.
 */
import type { Account, DataSet } from '../dataset/data-set.ts';
import type { Lane } from './contestant.ts';
import { HttpConnection } from './http-connection.ts';

const COLUMNS = 'name%2Cdescription%2Ccontent%2Cupdated_at';
const TREE_COLUMNS = 'id%2Cparent_id%2Cname%2Corder_index%2Ccreated_at%2Cvisibility%2Cnotion_page_id%2Clook';
const TREE_ORDER = 'parent_id.asc.nullsfirst%2Corder_index.asc%2Cid.asc';
const MEMBER_COLUMNS =
  'id%2Cuser_id%2Crole%2Cstatus%2Cjoined_at%2Cuser_profiles!inner(id%2Cemail%2Cfull_name%2Cdisplay_name)';
const CLIENT_INFO = 'supabase-js/2.119.0; runtime=web';
const PAGES = '/rest/v1/pages';

export function httpLane(origin: string, apiKey: string, data: DataSet): Lane {
  const { author, librarian, drafter } = data;
  const connection = new HttpConnection(origin);
  const readHeaders = new Map(
    [author, librarian].map((account) => [
      account,
      connection.headers({ ...identity(apiKey, account), 'accept-profile': 'public' }),
    ]),
  );
  const get = (account: Account, path: string) =>
    connection.send('GET', path, readHeaders.get(account) ?? '', '');
  const saveHeaders = connection.headers({ ...identity(apiKey, author), ...WRITE });
  const createHeaders = connection.headers({
    ...identity(apiKey, drafter),
    ...WRITE,
    accept: 'application/vnd.pgrst.object+json',
  });
  return {
    awake: () => connection.awake(),
    read: (pageId) => get(author, `${PAGES}?select=${COLUMNS}&id=eq.${pageId}&is_archived=eq.false`),
    save: (pageId, version, content) =>
      connection.send(
        'PATCH',
        `${PAGES}?id=eq.${pageId}&is_archived=eq.false&updated_at=eq.${encodeURIComponent(version)}&select=${COLUMNS}`,
        saveHeaders,
        JSON.stringify({ content, updated_by: author.userId, updated_at: new Date().toISOString() }),
      ),
    create: (name, place) =>
      connection.send(
        'POST',
        `${PAGES}?select=${TREE_COLUMNS}`,
        createHeaders,
        JSON.stringify(newPage(drafter, name, place)),
      ),
    tree: (account) =>
      get(
        account,
        `${PAGES}?select=${TREE_COLUMNS}&organization_id=eq.${account.workspaceId}&is_archived=eq.false&order=${TREE_ORDER}`,
      ),
    members: () =>
      get(
        author,
        `/rest/v1/organization_members?select=${MEMBER_COLUMNS}&organization_id=eq.${author.workspaceId}&status=eq.active&order=joined_at.asc`,
      ),
    close: () => connection.close(),
  };
}

const WRITE = {
  'content-profile': 'public',
  'content-type': 'application/json',
  prefer: 'return=representation',
};

function identity(apiKey: string, account: Account) {
  return {
    apikey: apiKey,
    authorization: `Bearer ${account.accessToken}`,
    'x-client-info': CLIENT_INFO,
    accept: '*/*',
  };
}

function newPage({ workspaceId, userId }: Account, name: string, place: number): object {
  return {
    content: '',
    organization_id: workspaceId,
    parent_id: null,
    name,
    order_index: place,
    created_by: userId,
    content_type: 'markdown',
    is_archived: false,
    updated_by: userId,
    notion_page_id: null,
    notion_last_sync: null,
    notion_url: null,
  };
}
