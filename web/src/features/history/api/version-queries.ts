/** A page's versions, newest first, and the texts of two in a row. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { avatarAddress } from '../../../lib/avatar-address.ts';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { type People, peopleOf } from '../../../lib/format/name-list.ts';
import { shownName } from '../../../lib/format/shown-name.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { AuthorPicture, Version, VersionTexts } from '../version.ts';

const VERSIONS_AT_A_TIME = 50;
// Texts may be long, and one request fetches them again.
const FORGET_TEXTS_AFTER_MS = 60_000;

export interface HistoryPage {
  readonly name: string;
  readonly updatedAt: string;
  readonly isArchived: boolean;
  readonly icon?: string | null;
  /** Left out by what an earlier version kept on this device. */
  readonly isLocked?: boolean;
}

interface VersionPart {
  readonly versions: readonly Version[];
  /** The beginning of the next part; null at the end. */
  readonly next: string | null;
}

/** @returns null for a page that does not exist for this person */
export function historyPageQuery(pageId: string) {
  return queryOptions({ queryKey: queryKeys.pages.history(pageId), queryFn: () => getPage(pageId) });
}

export function versionsQuery(pageId: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.pages.versions(pageId),
    queryFn: ({ pageParam }) => getVersions(pageId, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (part: VersionPart) => part.next,
    staleTime: 0,
  });
}

/** @returns the version's texts, and those of the one before it; null for the first version */
export function versionTextsQuery(pageId: string, { id, savedAt }: Version) {
  return queryOptions({
    queryKey: queryKeys.pages.versionTexts(id, savedAt),
    queryFn: ({ signal }) => getTexts(pageId, savedAt, signal),
    gcTime: FORGET_TEXTS_AFTER_MS,
    meta: { isKept: false },
  });
}

export interface AuthorsSince {
  /** All but this person; undefined if there are none. */
  readonly others: People | undefined;
  readonly isOwn: boolean;
}

/**
 * Everybody who wrote in a page since this person knew it, at most in so many sittings as are read at a time. Who wrote in a
 * sitting that was going on then is among them.
 * @param since the page's version that was known
 */
export function authorsSinceQuery(pageId: string, since: string, userId: string) {
  return queryOptions({
    queryKey: queryKeys.pages.authorsSince(pageId, since),
    queryFn: () => getAuthorsSince(pageId, since, userId),
    meta: { isKept: false },
  });
}

// The server's error code for an address without a page id.
const NO_UUID = '22P02';

const AUTHORS =
  'from_notion, created_by, authors:page_version_authors(person, user_profiles(full_name, display_name, email, avatar))';

async function getPage(pageId: string): Promise<HistoryPage | null> {
  const { data, error, status } = await supabase
    .from('pages')
    .select('name, updated_at, is_archived, is_locked, icon')
    .eq('id', pageId)
    .maybeSingle();
  if (error?.code === NO_UUID) return null;
  if (error) throw toDataError(error, status);
  if (!data) return null;
  const { name, updated_at, is_archived, is_locked, icon } = data;
  return { name, updatedAt: updated_at, isArchived: is_archived, isLocked: is_locked, icon };
}

async function getVersions(pageId: string, before: string | null): Promise<VersionPart> {
  let query = supabase
    .from('page_versions')
    .select(`id, updated_at, ${AUTHORS}`)
    .eq('page_id', pageId)
    .order('updated_at', { ascending: false })
    // A version more than asked for shows whether there are more.
    .limit(VERSIONS_AT_A_TIME + 1);
  if (before) query = query.lt('updated_at', before);
  const { data, error, status } = await query;
  if (error) throw toDataError(error, status);
  const versions = data.slice(0, VERSIONS_AT_A_TIME).map(
    (row): Version => ({
      id: row.id,
      savedAt: row.updated_at,
      authors: authorsOf(row),
      pictures: picturesOf(row),
    }),
  );
  return { versions, next: data.length > VERSIONS_AT_A_TIME ? (versions.at(-1)?.savedAt ?? null) : null };
}

async function getAuthorsSince(pageId: string, since: string, userId: string): Promise<AuthorsSince> {
  const { data, error, status } = await supabase
    .from('page_versions')
    .select(AUTHORS)
    .eq('page_id', pageId)
    .gt('updated_at', since)
    .order('updated_at', { ascending: false })
    .limit(VERSIONS_AT_A_TIME);
  if (error) throw toDataError(error, status);
  const authors = new Map<string, VersionRow['authors'][number]>();
  for (const row of data) for (const author of row.authors) authors.set(author.person, author);
  const isOwn = authors.delete(userId);
  const names = [...authors.values()].map(nameOf);
  const nameless = data.filter(({ created_by }) => created_by === null);
  if (nameless.some(({ from_notion }) => from_notion)) names.push('Notion');
  if (nameless.some(({ from_notion }) => !from_notion)) names.push(null);
  return { others: names.length > 0 ? peopleOf(names) : undefined, isOwn };
}

interface VersionRow {
  readonly created_by: string | null;
  readonly from_notion: boolean;
  readonly authors: readonly {
    readonly person: string;
    readonly user_profiles: (Parameters<typeof shownName>[0] & { readonly avatar: string | null }) | null;
  }[];
}

/** @returns null for somebody whose name this person may not read */
function nameOf({ user_profiles }: VersionRow['authors'][number]): string | null {
  return user_profiles && shownName(user_profiles);
}

function picturesOf({ authors }: VersionRow): readonly AuthorPicture[] {
  return authors.flatMap(({ person, user_profiles: profile }) => {
    const address = avatarAddress(person, profile?.avatar);
    return profile && address !== undefined ? [{ name: shownName(profile), address }] : [];
  });
}

function authorsOf({ created_by, from_notion, authors }: VersionRow): People {
  const names = authors.map(nameOf);
  // Its last writer's account is gone, and with it the line that names them.
  if (created_by === null) names.push(from_notion ? 'Notion' : null);
  return peopleOf(names);
}

async function getTexts(
  pageId: string,
  savedAt: string,
  signal: AbortSignal,
): Promise<{ readonly texts: VersionTexts; readonly before: VersionTexts | null } | null> {
  const { data, error, status } = await supabase
    .from('page_versions')
    .select('name, description, content, updated_at')
    .eq('page_id', pageId)
    .lte('updated_at', savedAt)
    .order('updated_at', { ascending: false })
    .limit(2)
    .abortSignal(signal);
  if (error) throw toDataError(error, status);
  const [texts, before] = data.map(({ name, description, content }) => {
    // Shown as an empty text, it could be restored over the page.
    if (content === null) throw new AppError('UNKNOWN_ERROR', sentences.unexpected);
    return { name, description: description ?? '', content };
  });
  return texts ? { texts, before: before ?? null } : null;
}
