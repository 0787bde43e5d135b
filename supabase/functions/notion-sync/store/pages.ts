/**
 * Pages as the sync reads and writes them: bypassing row-level security, and only on top of the version that it
 * has read.
 */
import { asOperator, dataError } from '../../_shared/data-api.ts';
import type { Direction } from '../core/decide.ts';

const CHECK_VIOLATION = '23514';

export interface LocalPage {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly content: string;
  readonly icon: string | null;
  readonly updated_at: string;
  readonly notion_page_id: string;
  readonly notion_direction: Direction;
  readonly notion_url: string | null;
}

/** @returns undefined when it is gone, in the trash, or has no counterpart any more */
export async function readPage(id: string): Promise<LocalPage | undefined> {
  const { data, error } = await asOperator()
    .from('pages')
    .select(
      'id, organization_id, name, content, icon, updated_at, notion_page_id, notion_direction, notion_url',
    )
    .eq('id', id)
    .eq('is_archived', false)
    .not('notion_page_id', 'is', null)
    .maybeSingle<LocalPage>();
  if (error) throw dataError(error);
  return data ?? undefined;
}

/**
 * Writes a page that has not changed since it was read, so that a person who writes meanwhile loses nothing.
 * @returns false when it has changed
 */
export async function writePage(
  { id, notion_page_id, updated_at }: LocalPage,
  texts: { readonly name: string; readonly content: string },
): Promise<boolean> {
  const { data, error } = await asOperator().rpc('write_notion_page', {
    page_id: id,
    notion_page_id,
    updated_at,
    ...texts,
  });
  if (error) throw dataError(error);
  return data === true;
}

/**
 * Gives a page another icon than the one that was read. It is no text of the page, and makes no version.
 * @returns false when somebody has changed it meanwhile, or it is none of the icons that pages have here
 */
export async function writeIcon(
  { id, notion_page_id, icon: before }: Pick<LocalPage, 'id' | 'notion_page_id' | 'icon'>,
  icon: string | null,
): Promise<boolean> {
  const query = asOperator().from('pages').update({ icon }).eq('id', id).eq('notion_page_id', notion_page_id);
  const { data, error } = await (before === null ? query.is('icon', null) : query.eq('icon', before)).select(
    'id',
  );
  if (error?.code === CHECK_VIOLATION) return false;
  if (error) throw dataError(error);
  return data.length > 0;
}

/** Whether another page of the workspace sends its texts to the same counterpart. */
export async function hasRival({ id, organization_id, notion_page_id }: LocalPage): Promise<boolean> {
  const { data, error } = await asOperator()
    .from('pages')
    .select('id')
    .eq('organization_id', organization_id)
    .eq('notion_page_id', notion_page_id)
    .eq('is_archived', false)
    .neq('notion_direction', 'bring')
    .neq('id', id)
    .limit(1);
  if (error) throw dataError(error);
  return data.length > 0;
}

export async function noteSynced(page: LocalPage, url: string | undefined): Promise<void> {
  const { error } = await asOperator()
    .from('pages')
    .update({ notion_last_sync: new Date().toISOString(), notion_url: url ?? page.notion_url })
    .eq('id', page.id)
    .eq('notion_page_id', page.notion_page_id);
  if (error) throw dataError(error);
}

/** Notion's text becomes a version of the page, beside those of people. */
export async function keepVersion(
  pageId: string,
  texts: { readonly name: string; readonly content: string },
): Promise<void> {
  const { error } = await asOperator().rpc('keep_notion_version', { page_id: pageId, ...texts });
  if (error) throw dataError(error);
}
