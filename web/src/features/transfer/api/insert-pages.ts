/**
 * Adds imported pages, a portion at a time, a parent before those under it. A page that the server refuses
 * stays out, and those under it move up; a server that does not answer stops the import, which can go on where
 * it was.
 */
import type { TablesInsert } from '../../../lib/database.types.generated.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { PAGE_CONTENT_TYPE } from '../../../lib/page-defaults.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { ImportPage } from '../state/import-plan.ts';
import { type ImportProgress, parentThatCame } from '../state/import-report.ts';

const MOST_ROWS = 50;
const MOST_CHARACTERS = 1_000_000;

export interface ImportTarget {
  readonly organizationId: string;
  readonly userId: string;
  /** The page they come under; null for the root. */
  readonly parentId: string | null;
}

/**
 * @throws {AppError} when the server cannot be asked; calling again goes on
 * @throws {unknown} the signal's reason once it is aborted, between two portions
 */
export async function insertPages(
  pages: readonly ImportPage[],
  target: ImportTarget,
  progress: ImportProgress,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const rows = await placeRows(pages, target);
  const parents = new Map(pages.map(({ id, parentId }) => [id, parentId]));
  const beneathWhatCame = (row: Row): Row => ({
    ...row,
    parent_id: parentThatCame(row.id, parents, progress.refused) ?? target.parentId,
  });
  const settled = ({ id }: { readonly id: string }) => progress.inserted.has(id) || progress.refused.has(id);
  for (let portion = nextPortion(rows.filter((row) => !settled(row))); portion.length > 0; ) {
    signal.throwIfAborted();
    const refusal = await insert(portion.map(beneathWhatCame));
    if (refusal === undefined) for (const { id } of portion) progress.inserted.add(id);
    else if (portion.length === 1) for (const { id } of portion) progress.refused.set(id, refusal);
    else {
      // One of them is the reason: each goes alone.
      for (const row of portion) {
        signal.throwIfAborted();
        const own = await insert([beneathWhatCame(row)]);
        if (own === undefined) progress.inserted.add(row.id);
        else progress.refused.set(row.id, own);
        onProgress();
      }
    }
    onProgress();
    portion = nextPortion(rows.filter((row) => !settled(row)));
  }
}

type Row = TablesInsert<'pages'> & { readonly id: string; readonly content: string };

async function placeRows(
  pages: readonly ImportPage[],
  { organizationId, userId, parentId: root }: ImportTarget,
): Promise<Row[]> {
  const placed = new Map<string | null, number>([[null, await lastPlace(organizationId, root)]]);
  return pages.map(({ id, parentId, name, description, content, visibility, look }) => {
    const order_index = (placed.get(parentId) ?? 0) + 1;
    placed.set(parentId, order_index);
    return {
      id,
      organization_id: organizationId,
      parent_id: parentId,
      name,
      description,
      content,
      visibility,
      ...look,
      content_type: PAGE_CONTENT_TYPE,
      order_index,
      is_archived: false,
      created_by: userId,
      updated_by: userId,
    };
  });
}

async function lastPlace(organizationId: string, parentId: string | null): Promise<number> {
  const pages = supabase
    .from('pages')
    .select('order_index')
    .eq('organization_id', organizationId)
    .eq('is_archived', false);
  const siblings = parentId === null ? pages.is('parent_id', null) : pages.eq('parent_id', parentId);
  const { data, error, status } = await siblings.order('order_index', { ascending: false }).limit(1);
  if (error) throw toDataError(error, status);
  return Math.max(Math.floor(data[0]?.order_index ?? 0), 0);
}

function nextPortion(rows: readonly Row[]): Row[] {
  const portion: Row[] = [];
  let characters = 0;
  for (const row of rows.slice(0, MOST_ROWS)) {
    characters += row.content.length;
    if (portion.length > 0 && characters > MOST_CHARACTERS) break;
    portion.push(row);
  }
  return portion;
}

/** @returns why the server refuses the rows; undefined when it took them */
async function insert(rows: readonly Row[]): Promise<string | undefined> {
  // Those that came with an answer that was lost are there already.
  const { error, status } = await supabase
    .from('pages')
    .upsert([...rows], { onConflict: 'id', ignoreDuplicates: true });
  if (!error) return undefined;
  const problem = toDataError(error, status);
  if (status === 0 || status === 401 || status === 429 || status >= 500) throw problem;
  return problem.message || sentences.unexpected;
}
