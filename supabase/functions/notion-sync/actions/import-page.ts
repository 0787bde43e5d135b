/**
 * POST import {workspaceId, notionPageId, parentId?}: brings one page of Notion's, and says which pages are beneath it:
 * the caller brings those next. A page that is here already is not brought again.
 */
import { decodeBase64Url } from '../../_shared/base64.ts';
import { callerToken, requireManager } from '../../_shared/caller.ts';
import { asCaller, dataError } from '../../_shared/data-api.ts';
import { sign } from '../../_shared/encryption.ts';
import { Failure } from '../../_shared/failure.ts';
import { type Action, readBody } from '../../_shared/json-function.ts';
import { findInside, type Inside } from '../notion/inside.ts';
import { type RemotePage, readRemotePage } from '../notion/remote-page.ts';
import { NotionRequests } from '../notion/requests.ts';
import { PageProblem } from '../page-problem.ts';
import { claimPage, IN_STEP, settleClaim } from '../store/page-syncs.ts';
import { writeIcon } from '../store/pages.ts';
import { orFailure } from './failures.ts';
import { readId, readOptionalId } from './input.ts';
import { deadline } from './patience.ts';

const LARGEST_CONTENT = 5 * 1024 * 1024;
const DEFAULT_NAME = 'Untitled';
const UNIQUE_VIOLATION = '23505';

interface Imported extends Inside {
  readonly status: 'imported' | 'here' | 'skipped';
  /** Why it was skipped, or which parts are missing. */
  readonly reason: string | null;
  readonly pageId: string | null;
  readonly name: string;
}

interface Target {
  readonly token: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly parentId: string | undefined;
}

export const importPage: Action = {
  method: 'POST',
  failure: { code: 'SYNC_ERROR', sentence: 'The page could not be brought' },
  run: async (request) => {
    const { workspaceId, notionPageId, parentId } = await readBody(request);
    const { organizationId, userId } = await requireManager(request, workspaceId);
    const id = readId(notionPageId, 'Notion page');
    const target = {
      organizationId,
      userId,
      token: callerToken(request),
      parentId: readOptionalId(parentId, 'parent page'),
    };
    const requests = new NotionRequests(organizationId, deadline());
    return orFailure(bring(requests, id, target));
  },
};

async function bring(requests: NotionRequests, id: string, target: Target): Promise<Imported> {
  try {
    const remote = await readRemotePage(requests, id);
    const inside = await findInside(requests, id);
    const known = await findHere(target, id);
    const page = { pageId: known ?? null, name: remote.texts.name || DEFAULT_NAME, ...inside };
    if (known !== undefined) return { ...page, status: 'here', reason: null };
    if (new TextEncoder().encode(remote.texts.text).length > LARGEST_CONTENT)
      return { ...page, status: 'skipped', reason: 'too-large' };
    const pageId = await insert(target, remote);
    if (pageId === undefined) return { ...page, status: 'skipped', reason: 'in-trash-here' };
    return { ...page, pageId, status: 'imported', reason: remote.isTruncated ? 'truncated' : null };
  } catch (error) {
    if (!(error instanceof PageProblem)) throw error;
    return { status: 'skipped', reason: error.reason, pageId: null, name: '', children: [], left: [] };
  }
}

async function findHere({ token, organizationId }: Target, id: string): Promise<string | undefined> {
  const { data, error } = await asCaller(token)
    .from('pages')
    .select('id')
    .eq('organization_id', organizationId)
    .eq('is_archived', false)
    .eq('notion_page_id', id)
    .limit(1)
    .returns<{ id: string }[]>();
  if (error) throw dataError(error);
  return data[0]?.id;
}

/** @returns undefined when a page that was brought before is in the trash */
async function insert(target: Target, remote: RemotePage): Promise<string | undefined> {
  const { token, organizationId, userId, parentId } = target;
  const name = remote.texts.name || DEFAULT_NAME;
  // The same in every import, so that of two at once one finds the page.
  const id = await pageIdFor(organizationId, remote.id);
  const { error } = await asCaller(token)
    .from('pages')
    .insert({
      id,
      organization_id: organizationId,
      parent_id: parentId ?? null,
      name,
      content: remote.texts.text,
      created_by: userId,
      updated_by: userId,
      notion_page_id: remote.id,
      notion_url: remote.url ?? null,
      notion_last_sync: new Date().toISOString(),
    });
  if (error?.code === UNIQUE_VIOLATION) return findHere(target, remote.id);
  // A rule of the tree, in a sentence.
  if (error?.code.startsWith('TR')) throw new Failure(400, 'invalid_parent', error.message, error);
  if (error) throw dataError(error);
  const claim = await claimPage(id);
  const texts = { name, text: remote.texts.text };
  if (!claim) return id;
  const icon = await bringIcon(id, remote);
  await settleClaim(claim, IN_STEP, { base: { local: texts, remote: remote.texts }, icon });
  return id;
}

/** By itself: an emoji that is none here keeps no page away. */
async function bringIcon(id: string, { id: notion_page_id, icon }: RemotePage): Promise<string | undefined> {
  if (!icon) return undefined;
  return (await writeIcon({ id, notion_page_id, icon: null }, icon)) ? icon : undefined;
}

/**
 * Nobody outside can tell it, or they would take it for a page of their own, and this one could never come.
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.8
 */
async function pageIdFor(organizationId: string, notionPageId: string): Promise<string> {
  const signature = await sign(`${notionPageId} in ${organizationId}`, 'imported page id');
  const bytes = decodeBase64Url(signature).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
