/** A page that was written in for years: what is kept of its edits, and how long it takes to open. */
import './online.ts';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as Y from 'yjs';
import type { LogState, PageServer } from '../../web/src/features/document/wire/page-server.ts';
import { pageServer } from '../../web/src/features/document/wire/supabase-page-server.ts';
import { documentOf } from '../../web/src/features/document/words/page-updates.ts';
import type { Database } from '../../web/src/lib/database.types.generated.ts';
import { startServer } from '../contestants/trellis-server.ts';
import { generator, markdown } from '../dataset/markdown.ts';
import { median } from '../measure/statistics.ts';
import { buildHouse, type House, inDatabase } from './contestants/trellis-house.ts';
import { FIELD } from './open-page.ts';

export interface OldPage {
  readonly edits: number;
  readonly sessions: number;
  readonly textBytes: number;
  readonly asItIs: Opened;
  /** Opened for the first time after a night in which nobody wrote in it. */
  readonly restarted: Opened;
  /** Milliseconds of that first time. */
  readonly restartMs: number;
}

export interface Opened {
  /** How many bytes the state and the updates after it have. */
  readonly storedBytes: number;
  /** Milliseconds until the answer is there... */
  readonly answerMs: number;
  /** ...and until the document is, and those of a page that has the same text and no past. */
  readonly ms: number;
  readonly freshMs: number;
}

// Two minutes of typing at one place, more or less.
const EDITS_OF_SESSION = 500;
const KEYS_OF_BURST = 50;
const SLIPS = 0.04;
const TEXT_CHARACTERS = 60_000;
const UPDATES_BEFORE_COMPACTION = 100;
const SAMPLES = 15;

export async function measureOldPage(dataDir: string, edits: number): Promise<OldPage> {
  const house = await buildHouse(dataDir, 1, [markdown(0)]);
  const [page = ''] = house.pageIds;
  let grown = { text: '', sessions: 0 };
  let fresh = '';
  const asItIs = await withServer(house, async (client) => {
    grown = await grow(pageServer(client, page), edits);
    fresh = await addPage(client, page, grown.text);
    return measureOpening(client, page, fresh);
  });
  await inDatabase(dataDir, (database) =>
    database.query(
      `update public.page_documents set updated_at = updated_at - interval '9 hours' where page_id = $1`,
      [page],
    ),
  );
  let restartMs = 0;
  const restarted = await withServer(house, async (client) => {
    // The first answer of a server that has just started is slow for any page.
    await pageServer(client, fresh).open(undefined);
    restartMs = (await timeOpening(pageServer(client, page))).ms;
    return measureOpening(client, page, fresh);
  });
  const textBytes = Buffer.byteLength(grown.text);
  return { edits, sessions: grown.sessions, textBytes, asItIs, restarted, restartMs };
}

async function withServer<T>(
  { dataDir, people }: House,
  work: (client: SupabaseClient<Database>) => Promise<T>,
): Promise<T> {
  const server = await startServer({ dataDir, databaseUrl: undefined, profileDirectory: undefined });
  try {
    const accessToken = async () => people[0]?.accessToken ?? '';
    return await work(createClient<Database>(server.origin, server.apiKey, { accessToken }));
  } finally {
    await server.stop();
  }
}

/** Session after session, each under an id of its own and saved as a browser would. */
async function grow(server: PageServer, edits: number): Promise<{ text: string; sessions: number }> {
  const opened = await server.open(undefined);
  if (!opened?.state) throw new Error('There is no such page.');
  const document = documentOf(opened.state.update);
  const random = generator(1);
  let log: LogState = opened;
  let sessions = 0;
  for (let done = 0; done < edits; sessions++) {
    document.clientID = Math.floor(random() * 2 ** 32);
    const update = recordSession(document, random, Math.min(EDITS_OF_SESSION, edits - done));
    done += EDITS_OF_SESSION;
    log = await save(server, log, document, update);
  }
  return { text: document.getText(FIELD).toString(), sessions };
}

async function save(
  server: PageServer,
  log: LogState,
  document: Y.Doc,
  update: Uint8Array,
): Promise<LogState> {
  const answer = await server.save({
    epoch: log.epoch,
    seen: log.number,
    seenHead: log.head,
    basedOn: log.textsVersion,
    update,
    texts: { content: document.getText(FIELD).toString() },
    beginsVersion: false,
    adopts: false,
    needsNewest: false,
  });
  if (!answer?.isWritten) throw new Error('A save was not taken.');
  if (answer.number % UPDATES_BEFORE_COMPACTION === 0)
    await server.compact(answer, Y.encodeStateAsUpdate(document));
  return answer;
}

function recordSession(document: Y.Doc, random: () => number, edits: number): Uint8Array {
  const updates: Uint8Array[] = [];
  const keep = (update: Uint8Array) => updates.push(update);
  document.on('update', keep);
  writeSession(document, random, edits);
  document.off('update', keep);
  return Y.mergeUpdates(updates);
}

/** Types at one place, with slips that are taken back. In a page that is long enough, something old goes first. */
function writeSession(document: Y.Doc, random: () => number, edits: number): void {
  const text = document.getText(FIELD);
  const words = markdown(Math.floor(random() * 1000));
  let at = Math.floor(random() * text.length);
  let done = 0;
  if (text.length + edits > TEXT_CHARACTERS) {
    text.delete(at, Math.min(edits, text.length - at));
    done++;
  }
  while (done < edits)
    document.transact(() => {
      for (let key = 0; key < KEYS_OF_BURST && done < edits; key++, done++) {
        if (random() < SLIPS) {
          text.insert(at, 'x');
          text.delete(at, 1);
          done += 2;
        }
        text.insert(at++, words[done % words.length] ?? ' ');
      }
    });
}

/** @returns the id of a page beside the other one, which has a document from now on */
async function addPage(client: SupabaseClient<Database>, beside: string, content: string): Promise<string> {
  const { data: page } = await client
    .from('pages')
    .select('organization_id')
    .eq('id', beside)
    .single()
    .throwOnError();
  const { data: added } = await client
    .from('pages')
    .insert({ organization_id: page.organization_id, name: 'Without a past', content, order_index: 2 })
    .select('id')
    .single()
    .throwOnError();
  await pageServer(client, added.id).open(undefined);
  return added.id;
}

async function measureOpening(
  client: SupabaseClient<Database>,
  page: string,
  fresh: string,
): Promise<Opened> {
  const times: [number[], number[]] = [[], []];
  const answers: number[] = [];
  let storedBytes = 0;
  for (let sample = -3; sample < SAMPLES; sample++)
    for (const [index, id] of [page, fresh].entries()) {
      const { answerMs, ms, bytes } = await timeOpening(pageServer(client, id));
      if (sample < 0) continue;
      times[index]?.push(ms);
      if (id === fresh) continue;
      answers.push(answerMs);
      storedBytes = bytes;
    }
  return { storedBytes, answerMs: median(answers), ms: median(times[0]), freshMs: median(times[1]) };
}

async function timeOpening(server: PageServer): Promise<{ answerMs: number; ms: number; bytes: number }> {
  const start = performance.now();
  const opened = await server.open(undefined);
  if (!opened?.state) throw new Error('There is no such page.');
  const answerMs = performance.now() - start;
  const all = [opened.state.update, ...opened.updates.map(({ update }) => update)];
  documentOf(...all);
  const ms = performance.now() - start;
  return { answerMs, ms, bytes: all.reduce((sum, { length }) => sum + length, 0) };
}
