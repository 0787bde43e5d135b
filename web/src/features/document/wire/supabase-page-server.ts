/** Reads and writes one page's document through the Data API. */

import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js';
import { fromBase64, toBase64 } from 'lib0/buffer';
import type { Database } from '../../../lib/database.types.generated.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import type { PageLook } from '../../../lib/page/page-look.ts';
import {
  type LoggedUpdate,
  type LogState,
  type PageServer,
  PageServerError,
  type SaveFailure,
} from './page-server.ts';

export const TIMEOUT_MS = 15_000;
// Postgres' invalid_text_representation.
const INVALID_TEXT = '22P02';
// The check in the database that a page has 5 MiB at most.
const SIZE_CHECK = 'pages_content_size';

export function pageServer(client: Pick<SupabaseClient<Database>, 'rpc'>, pageId: string): PageServer {
  return {
    open: async (known) => {
      // Renewing an old session first would take half a minute to fail.
      if (!navigator.onLine) throw new PageServerError('offline', undefined);
      const answer = await client
        .rpc('open_page_document', {
          page_id: pageId,
          ...(known && { known_epoch: known.epoch, known_number: known.number }),
          ...(known?.head && { known_head: known.head }),
        })
        .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
        // The saver tries again itself, and until then the screen tells that the server cannot be reached.
        .retry(false)
        .maybeSingle<OpenedRow>();
      const row = dataOf(answer);
      return (
        row && {
          ...logStateOf(row),
          state: row.state === null ? undefined : { update: fromBase64(row.state), number: row.state_number },
          updates: row.updates.map(readUpdate),
          texts:
            row.content === null
              ? undefined
              : { name: row.name ?? '', description: row.description ?? '', content: row.content },
          look: row.look,
        }
      );
    },
    openFormer: async (epoch) => {
      const answer = await client
        .rpc('open_former_document', { page_id: pageId, epoch })
        .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
        .retry(false)
        .maybeSingle<FormerRow>();
      const row = dataOf(answer);
      return row && { state: fromBase64(row.state), updates: row.updates.map(fromBase64) };
    },
    save: async ({ epoch, seen, seenHead, basedOn, update, texts, beginsVersion, adopts, needsNewest }) => {
      const answer = await client
        .rpc('save_page_document', {
          page_id: pageId,
          epoch,
          seen,
          ...(seenHead && { seen_head: seenHead }),
          based_on: basedOn,
          ...(update && { update: toBase64(update) }),
          texts,
          begins_version: beginsVersion,
          adopts,
          // A server of an earlier version knows no such argument.
          ...(needsNewest && { needs_newest: true }),
        })
        .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
        .maybeSingle<SavedRow>();
      const row = dataOf(answer);
      return (
        row && {
          ...logStateOf(row),
          isTaken: row.is_taken,
          isWritten: row.is_written,
          updates: row.updates?.map(readUpdate),
        }
      );
    },
    compact: async ({ epoch, number, head }, state) => {
      dataOf(
        await client.rpc('compact_page_document', {
          page_id: pageId,
          epoch,
          up_to: number,
          ...(head && { head }),
          state: toBase64(state),
        }),
      );
    },
    restart: async (epoch) =>
      dataOf(await client.rpc('restart_page_document', { page_id: pageId, epoch })) ?? false,
  };
}

interface LogRow {
  readonly epoch: string;
  readonly channel: string;
  readonly number: number;
  readonly head: string;
  readonly texts_number: number;
  readonly texts_version: string;
  readonly version: string;
}

interface UpdateRow {
  readonly number: number;
  readonly id: string;
  readonly update: string;
}

interface OpenedRow extends LogRow {
  readonly state: string | null;
  readonly state_number: number;
  readonly updates: readonly UpdateRow[];
  readonly name: string | null;
  readonly description: string | null;
  readonly content: string | null;
  readonly look: PageLook | null;
}

interface FormerRow {
  readonly state: string;
  readonly updates: readonly string[];
}

interface SavedRow extends LogRow {
  readonly is_taken: boolean;
  readonly is_written: boolean;
  readonly updates: readonly UpdateRow[] | null;
}

function logStateOf(row: LogRow): LogState {
  const { epoch, channel, number, head, version } = row;
  return {
    epoch,
    channel,
    number,
    head,
    version,
    textsNumber: row.texts_number,
    textsVersion: row.texts_version,
  };
}

function readUpdate({ number, id, update }: UpdateRow): LoggedUpdate {
  return { number, id, update: fromBase64(update) };
}

interface Answer<Row> {
  readonly data: Row | null;
  readonly error: PostgrestError | null;
  readonly status: number;
}

/**
 * @returns undefined when there is no such page
 * @throws {PageServerError}
 */
export function dataOf<Row>({ data, error, status }: Answer<Row>): Row | undefined {
  // The id in the address is no UUID: there is no such page.
  if (error?.code === INVALID_TEXT) return undefined;
  if (error) throw new PageServerError(failureOf(status, error), error, toDataError(error, status).requestId);
  return data ?? undefined;
}

function failureOf(status: number, { message }: PostgrestError): SaveFailure {
  if (status === 401) return 'signed-out';
  if (status === 0) return 'offline';
  if (status === 413 || message.includes(SIZE_CHECK)) return 'too-large';
  if (status >= 500 || status === 408 || status === 429) return 'failed';
  return 'refused';
}
