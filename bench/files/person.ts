/** Somebody who puts files into pages, in the requests of the web app. */
import { randomUUID } from 'node:crypto';
import type { RunningServer } from '../contestants/trellis-server.ts';
import { signUp } from '../dataset/sign-up.ts';

export interface FilesPerson {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  createPages(pages: readonly { readonly id: string; readonly content: string }[]): Promise<void>;
  /** @returns the address of its bytes below `/storage/v1/object` */
  announce(pageId: string, file: NewFile): Promise<string>;
  ask(
    method: string,
    address: string,
    body?: unknown,
    more?: Readonly<Record<string, string>>,
  ): Promise<string>;
}

export interface NewFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

export async function filesPerson(server: RunningServer): Promise<FilesPerson> {
  const { userId, accessToken } = await signUp(server, `person-${randomUUID().slice(0, 8)}`);
  const headers = { apikey: server.apiKey, authorization: `Bearer ${accessToken}` };
  const ask: FilesPerson['ask'] = async (method, address, body, more) => {
    const answer = await fetch(`${server.origin}${address}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json', ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text}`);
    return text;
  };
  const [{ organization_id }] = JSON.parse(
    await ask('GET', '/rest/v1/organization_members?select=organization_id'),
  ) as [{ organization_id: string }];
  return {
    origin: server.origin,
    headers,
    ask,
    createPages: async (pages) => {
      const rows = pages.map(({ id, content }, index) => ({
        id,
        organization_id,
        name: `Page ${index}`,
        content,
        content_type: 'markdown',
        order_index: index + 1,
        created_by: userId,
        updated_by: userId,
      }));
      const prefer = 'return=minimal,resolution=ignore-duplicates';
      await ask('POST', '/rest/v1/pages?on_conflict=id', rows, { prefer });
    },
    announce: async (page_id, { id: file_id, name, type: media_type, bytes }) => {
      const row = await ask('POST', '/rest/v1/rpc/add_page_file', {
        page_id,
        file_id,
        name,
        media_type,
        bytes,
      });
      return `page-files/${(JSON.parse(row) as { object_name: string }).object_name}`;
    },
  };
}

export function nameInText(id: string, name: string): string {
  return `/files/${id}/${encodeURIComponent(name)}`;
}
