/**
 * The database's functions for a page's document answer as the server in memory does, on which the models prove that no word
 * is lost.
 */
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { createPage, type Person, signUp } from '../../server/test/product/people.ts';
import { useTestServer } from '../../server/test/support/test-server.ts';
import { ModelServer } from '../../web/src/features/document/model/model-server.ts';
import { Queues } from '../../web/src/features/document/model/queues.ts';
import {
  type Store,
  type StoreStep,
  storeStory,
  tellStory,
} from '../../web/src/features/document/model/store-story.ts';
import { settled } from '../../web/src/features/document/model/world.ts';
import type { PageServer } from '../../web/src/features/document/wire/page-server.ts';
import { pageServer } from '../../web/src/features/document/wire/supabase-page-server.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 40);
const SEED = process.env.MODEL_SEED ? { seed: Number(process.env.MODEL_SEED) } : {};
const server = useTestServer();
let ada: Person;

beforeAll(async () => {
  vi.stubGlobal('navigator', { onLine: true });
  ada = await signUp(server(), 'Ada');
});

function storeInMemory(): Store {
  const queues = new Queues();
  const model = new ModelServer(queues);
  model.page = { name: 'Plan', description: '', content: 'Hello' };
  model.isAtRest = false;
  const inner = model.for({ isDead: false });
  const answered = async <T>(asked: Promise<T>): Promise<T> => {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    asked.then(done, done);
    while (!isDone) {
      queues.step(0);
      await settled();
    }
    return asked;
  };
  const shared: PageServer = {
    open: (known) => answered(inner.open(known)),
    openFormer: (epoch) => answered(inner.openFormer(epoch)),
    save: async (save) => {
      const answer = await answered(inner.save(save));
      if (answer?.isTaken && save.update) model.isAtRest = false;
      return answer;
    },
    compact: (known, state) => answered(inner.compact(known, state)),
    restart: (epoch) => answered(inner.restart(epoch)),
  };
  return {
    server: shared,
    write: async (texts) => model.change(texts),
    bin: async (isGone) => {
      model.isGone = isGone;
    },
    rest: async () => {
      model.isAtRest = true;
    },
  };
}

async function storeInDatabase(): Promise<Store> {
  const page = await createPage(ada, { name: 'Plan', description: '', content: 'Hello' });
  const change = async (values: object) => {
    const { error } = await ada.client.from('pages').update(values).eq('id', page.id);
    if (error) throw error;
  };
  return {
    server: pageServer(ada.client, page.id),
    write: async (texts) => {
      if (Object.keys(texts).length > 0) await change(texts);
    },
    bin: (isGone) => change({ is_archived: isGone }),
    rest: () =>
      server().database.asOwner(async (transaction) => {
        await transaction.query({
          text: `update public.page_documents set updated_at = updated_at - interval '11 seconds' where page_id = $1`,
          values: [page.id],
        });
      }),
  };
}

async function expectAlike(story: readonly StoreStep[]): Promise<void> {
  const expected = await tellStory(storeInMemory(), story);
  expect(await tellStory(await storeInDatabase(), story)).toEqual(expected);
}

test(`${RUNS} generated stories are answered as in memory`, async () => {
  await fc.assert(fc.asyncProperty(storeStory, expectAlike), { numRuns: RUNS, ...SEED });
});
