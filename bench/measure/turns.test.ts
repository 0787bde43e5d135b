import { expect, test } from 'vitest';
import type { Lane } from '../contestants/contestant.ts';
import type { DataSet } from '../dataset/data-set.ts';
import { rotated } from './rounds.ts';
import { Turns } from './turns.ts';

const account = { userId: '', workspaceId: '', accessToken: '', claims: '' };

function dataSet(pages: number): DataSet {
  const pageIds = Array.from({ length: pages }, (_, index) => `page ${index}`);
  return { author: account, librarian: account, drafter: account, pageIds, versions: new Map() };
}

/** Answers like a server, and remembers what it was asked. */
function recordingLane() {
  const asked: string[] = [];
  let version = 0;
  const answer = () => JSON.stringify([{ updated_at: `v${version}` }]);
  const lane: Lane = {
    awake: async () => undefined,
    read: async (pageId) => {
      asked.push(`read ${pageId}`);
      return answer();
    },
    save: async (pageId, base) => {
      asked.push(`save ${pageId} based on ${base}`);
      version++;
      return answer();
    },
    create: async (name, place) => {
      asked.push(`create ${name} at ${place}`);
      return JSON.stringify({ name });
    },
    tree: async () => '[]',
    members: async () => '[]',
    close: async () => undefined,
  };
  return { lane, asked };
}

test('lanes never share a page, even after many rounds', async () => {
  const data = dataSet(10);
  const seen = await Promise.all(
    [0, 1, 2].map(async (index) => {
      const { lane, asked } = recordingLane();
      const turns = new Turns(data, lane, index, 3);
      for (let turn = 0; turn < 20; turn++) await turns.next('page read');
      return new Set(asked);
    }),
  );
  expect(seen.reduce((sum, pages) => sum + pages.size, 0)).toBe(10);
});

test('a save is based on the last answer about its page', async () => {
  const { lane, asked } = recordingLane();
  const turns = new Turns(dataSet(1), lane, 0, 1);
  await turns.next('page save');
  await turns.next('page save');
  expect(asked).toEqual(['read page 0', 'save page 0 based on v0', 'save page 0 based on v1']);
});

test('a save that changes nothing is an error', async () => {
  const { lane } = recordingLane();
  const turns = new Turns(dataSet(1), { ...lane, save: () => lane.read('page 0') }, 0, 1);
  await expect(turns.next('page save')).rejects.toThrow('old version');
});

test('each round begins with another contestant', () => {
  expect(rotated(['a', 'b', 'c'], 4)).toEqual(['b', 'c', 'a']);
  expect(rotated([], 4)).toEqual([]);
});
