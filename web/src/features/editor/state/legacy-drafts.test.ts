import 'fake-indexeddb/auto';
import * as encoding from 'lib0/encoding';
import * as idb from 'lib0/indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { type LegacySave, legacyDraftName, takeLegacyDrafts } from './legacy-drafts.ts';
import { writeTexts } from './page-document.ts';
import type { PageTexts } from './page-texts.ts';

let pages = 0;

beforeEach(() => {
  // A browser with a Web Lock that nobody else wants.
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, _options: unknown, work: () => Promise<void>) => work() },
  });
});

const page = (content: string): PageTexts => ({ name: 'Plan', description: '', content });

/** As the release before kept it. @param attempt was sent without an answer */
async function keep(name: string, base: string, attempt: string | undefined, typed: string): Promise<void> {
  const document = new Y.Doc();
  writeTexts(document, page(base), undefined);
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, 3);
  encoding.writeVarString(encoder, 'writer');
  encoding.writeVarString(encoder, 'v1');
  encoding.writeVarUint8Array(encoder, Y.encodeStateAsUpdate(document));
  if (attempt !== undefined) {
    writeTexts(document, page(attempt), undefined);
    encoding.writeVarString(encoder, 'save 1');
    encoding.writeVarUint8Array(encoder, Y.encodeStateAsUpdate(document));
  }
  writeTexts(document, page(typed), undefined);
  const database = await idb.openDB(name, (created) =>
    idb.createStores(created, [['updates', { autoIncrement: true }], ['custom']]),
  );
  const [updates, custom] = idb.transact(database, ['updates', 'custom']) as [IDBObjectStore, IDBObjectStore];
  updates.add(Y.encodeStateAsUpdate(document));
  await idb.put(custom, new Uint8Array(encoding.toUint8Array(encoder)).buffer, 'noted');
  database.close();
}

const isThere = async (name: string) =>
  (await indexedDB.databases()).some((database) => database.name === name);

test.each([
  ['typed and never sent', undefined, undefined, 'one'],
  ['sent, and taken without an answer', 'one two', 'save 1', 'one two'],
  ['sent, and never arrived', 'one two', undefined, 'one'],
])('words %s come into the page once', async (_case, attempt, taken, before) => {
  const name = legacyDraftName('ada', String(pages++));
  await keep(name, 'one', attempt, 'one two three');
  const sent: LegacySave[] = [];
  const brought: string[][] = [];
  await takeLegacyDrafts(
    name,
    async (save) => {
      sent.push(save);
      return taken;
    },
    async (drafts) => void brought.push([drafts.before.content, drafts.after.content]),
  );
  expect(brought).toEqual([[before, 'one two three']]);
  expect(sent.map(({ texts }) => texts)).toEqual(attempt ? [{ content: attempt }] : []);
  expect(await isThere(name)).toBe(false);
});

test('drafts stay while the server does not answer, and none are made up', async () => {
  const name = legacyDraftName('ada', String(pages++));
  await keep(name, 'one', 'one two', 'one two three');
  const bring = vi.fn(async () => undefined);
  const refuse = async () => {
    throw new Error('Nobody answers.');
  };
  await takeLegacyDrafts(name, refuse, bring);
  expect(bring).not.toHaveBeenCalled();
  expect(await isThere(name)).toBe(true);
  const other = legacyDraftName('ada', 'never opened');
  await takeLegacyDrafts(other, refuse, bring);
  expect(bring).not.toHaveBeenCalled();
  expect(await isThere(other)).toBe(false);
});
