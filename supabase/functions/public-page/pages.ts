/** Reads pages as anybody may: through the functions of the database that are open to everyone. */
import { apiSettings, secretKey } from './settings.ts';

const PATIENCE_MS = 10_000;
// As many as public_pages_among looks at, and fewer than the Data API refuses to hear from anybody.
const PORTION = 1000;

/** Its special look, as the database's function `look` says. */
export interface PageLook {
  readonly icon?: string;
  readonly cover?: string;
  readonly is_full_width?: boolean;
  readonly has_small_text?: boolean;
}

export interface PublicPage {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly updated_at: string;
  readonly look: PageLook | null;
}

export interface SharedPage {
  readonly id: string;
  /** Null of the page that shares the tree. */
  readonly parent_id: string | null;
  readonly name: string;
}

export interface PublicPlace {
  /** Whether search engines may list the page. */
  readonly is_indexed: boolean;
  /** The pages that are shared with it, in order; empty where it is shared alone. */
  readonly tree: readonly SharedPage[];
}

/** A file that a public page shows. */
export interface PublicFile {
  readonly id: string;
  readonly name: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
}

/** A link to a page, and what it says. */
export interface SaidLink {
  readonly id: string;
  readonly said: string;
}

/** @returns undefined when there is no such page, or it is not public */
export async function readPublicPage(id: string): Promise<PublicPage | undefined> {
  const path = 'get_public_page?select=id,name,description,updated_at,look';
  const [page] = (await call(path, { page_id: id })) as PublicPage[];
  return page;
}

/** @returns undefined as {@link readPublicPage} */
export async function readPublicText(id: string): Promise<string | undefined> {
  const [page] = (await call('get_public_page?select=content', { page_id: id })) as { content: string }[];
  return page?.content;
}

/** @returns undefined as {@link readPublicPage} */
export async function readPublicPlace(id: string): Promise<PublicPlace | undefined> {
  return ((await call('get_public_place', { page_id: id })) as PublicPlace | null) ?? undefined;
}

/** @returns the present titles of those pages that a link of the page calls by a former one */
export async function readPublicTitles(
  id: string,
  links: readonly SaidLink[],
): Promise<(SaidLink & { readonly name: string })[]> {
  const titles: (SaidLink & { readonly name: string })[] = [];
  for (let start = 0; start < links.length; start += PORTION) {
    const portion = links.slice(start, start + PORTION);
    const asked = { linked: portion.map((link) => link.id), said: portion.map(({ said }) => said) };
    const answer = await call('list_public_titles', { page_id: id, ...asked });
    titles.push(...(answer as typeof titles));
  }
  return titles;
}

/** @returns those of the pages that are public */
export async function readPublicPagesAmong(ids: readonly string[]): Promise<string[]> {
  const open: string[] = [];
  for (let start = 0; start < ids.length; start += PORTION) {
    const portion = ids.slice(start, start + PORTION);
    open.push(...((await call('public_pages_among', { page_ids: portion })) as string[]));
  }
  return open;
}

/** @returns the files that a public page shows, in order of their ids */
export async function readPublicFiles(id: string): Promise<readonly PublicFile[]> {
  return (await call('list_public_files?order=id', { page_id: id })) as PublicFile[];
}

/** @returns undefined when the page is not public, or shows no such file */
export async function readPublicFile(
  pageId: string,
  fileId: string,
): Promise<{ readonly object_name: string; readonly name: string; readonly media_type: string } | undefined> {
  const asked = { page_id: pageId, file_id: fileId };
  const [file] = (await call('get_public_file', asked, secretKey())) as {
    object_name: string;
    name: string;
    media_type: string;
  }[];
  return file;
}

/** @param path a function's name, and the selected columns of its answer */
async function call(path: string, parameters: object, secret?: string): Promise<unknown> {
  const { url, key: publicKey } = apiSettings();
  const key = secret ?? publicKey;
  const answer = await fetch(`${url}/rest/v1/rpc/${path}`, {
    method: 'POST',
    headers: {
      apikey: key,
      'content-type': 'application/json',
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify(parameters),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
