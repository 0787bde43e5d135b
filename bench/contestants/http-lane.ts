/**
 * A lane over one HTTP connection to a server that speaks Supabase's protocols. Sends what supabase-js sends for the
 * web app's calls, header by header, through undici's lowest layer: the measuring side shares the machine.
 */
import { Client, type Dispatcher } from 'undici';
import type { Account, DataSet } from '../dataset/data-set.ts';
import type { Lane } from './contestant.ts';

const COLUMNS = 'name%2Cdescription%2Ccontent%2Cupdated_at';
const TREE_COLUMNS = 'id%2Cparent_id%2Cname%2Corder_index';
const TREE_ORDER = 'parent_id.asc.nullsfirst%2Corder_index.asc';
const CLIENT_INFO = 'supabase-js/2.119.0; runtime=web';

export function httpLane(origin: string, apiKey: string, data: DataSet): Lane {
  const client = new Client(origin, { pipelining: 1 });
  const pages = '/rest/v1/pages';
  const readHeaders = { ...identity(apiKey, data.author), 'accept-profile': 'public' };
  const saveHeaders = {
    ...identity(apiKey, data.author),
    'content-profile': 'public',
    'content-type': 'application/json',
    prefer: 'return=representation',
  };
  const treeHeaders = { ...identity(apiKey, data.librarian), 'accept-profile': 'public' };
  return {
    read: (pageId) =>
      send(client, {
        method: 'GET',
        path: `${pages}?select=${COLUMNS}&id=eq.${pageId}&is_archived=eq.false`,
        headers: readHeaders,
      }),
    save: (pageId, version, content) =>
      send(client, {
        method: 'PATCH',
        path: `${pages}?id=eq.${pageId}&is_archived=eq.false&updated_at=eq.${encodeURIComponent(version)}&select=${COLUMNS}`,
        headers: saveHeaders,
        body: JSON.stringify({
          content,
          updated_by: data.author.userId,
          updated_at: new Date().toISOString(),
        }),
      }),
    tree: () =>
      send(client, {
        method: 'GET',
        path: `${pages}?select=${TREE_COLUMNS}&organization_id=eq.${data.librarian.workspaceId}&is_archived=eq.false&order=${TREE_ORDER}`,
        headers: treeHeaders,
      }),
    close: () => client.close(),
  };
}

function identity(apiKey: string, account: Account) {
  return {
    apikey: apiKey,
    authorization: `Bearer ${account.accessToken}`,
    'x-client-info': CLIENT_INFO,
    accept: '*/*',
  };
}

/** @throws {Error} when the answer's status is not 200 */
function send(client: Client, request: Dispatcher.DispatchOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const chunks: Buffer[] = [];
    client.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        const body = (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString('utf8') ?? '';
        if (status === 200) resolve(body);
        else reject(new Error(`${request.method} answered ${status}: ${body.slice(0, 300)}`));
      },
      onResponseError: (_controller, error) => reject(error),
    });
  });
}
