import { expect, test } from 'vitest';
import type { Contestant } from '../contestants/contestant.ts';
import { CELLS, type Result } from '../measure/rounds.ts';
import type { Slice } from '../measure/slice.ts';
import { compare } from './compare.ts';
import { notes } from './notes.ts';
import { table } from './table.ts';

const contestant = (name: string, part: Contestant['part']): Contestant => ({
  name,
  part,
  engine: 'postgres',
  data: {
    author: { userId: '', workspaceId: '', accessToken: '', claims: '' },
    librarian: { userId: '', workspaceId: '', accessToken: '', claims: '' },
    drafter: { userId: '', workspaceId: '', accessToken: '', claims: '' },
    pageIds: [],
    versions: new Map(),
  },
  processId: undefined,
  openLane: () => Promise.reject(new Error('not opened here')),
  close: async () => undefined,
});

const everywhere = (who: Contestant, rates: readonly number[]): Result[] =>
  CELLS.map((cell) => ({ contestant: who, cell, slices: rates.map(slice) }));

const slice = (perSecond: number): Slice => ({
  perSecond,
  p50: 1000 / perSecond,
  p99: 2000 / perSecond,
  answers: perSecond,
  processorMs: 50,
});

const server = everywhere(contestant('Trellis', 'server'), [600, 300, 900]);
const slowLimit = everywhere(contestant('pg', 'limit'), [700, 700, 700]);
const limit = everywhere(contestant('pg, pipelined', 'limit'), [1000, 500, 2000]);
const peer = everywhere(contestant('peer', 'peer'), [120, 30, 300]);

test('takes the faster limit, and the median of the ratios within each round', () => {
  const [first] = compare([...server, ...slowLimit, ...limit, ...peer]);
  expect(first?.limit.name).toBe('pg, pipelined');
  expect(first?.throughputOfLimit).toBeCloseTo(0.6);
  expect(first?.throughputOfPlainLimit).toBeCloseTo(600 / 700);
  expect(first?.timeOfLimit).toBeCloseTo(1 / 0.6);
  expect(first?.peers[0]?.throughputOfPeer).toBeCloseTo(5);
});

test('compares saves with those without triggers, called in the same way', () => {
  const withoutRules = contestant('pg, pipelined, without triggers', 'without rules');
  const results = everywhere(withoutRules, [1500, 1000, 4000]).map((result) =>
    result.cell.operation === 'page save' ? result : { ...result, slices: [] },
  );
  const comparisons = compare([...server, ...limit, ...slowLimit, ...results]);
  const of = (operation: string) => comparisons.find(({ cell }) => cell.operation === operation);
  expect(of('page save')?.throughputOfWithoutRules).toBeCloseTo(0.5);
  expect(of('page read')?.throughputOfWithoutRules).toBeUndefined();
  expect(table(comparisons)).toContain('50 % | ≥ 50 % ✓');
});

test('prints each cell beside its promised limit', () => {
  expect(table(compare([...server, ...limit, ...peer]))).toMatchInlineSnapshot(`
    "| database | operation      | conn. | Trellis/s | p50 ms | p99 ms | CPU µs | limit/s | one by one | of the limit |    budget | rules | budget | peer/s | of the peer |  budget |
    | -------- | -------------- | ----: | --------: | -----: | -----: | -----: | ------: | ---------: | -----------: | --------: | ----: | -----: | -----: | ----------: | ------: |
    | Postgres | page read      |     1 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | page read      |    16 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |  ≥ 65 % ✗ |       |        |    120 |       5.0 × | ≥ 6 × ✗ |
    | Postgres | page read      |    64 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | page save      |     1 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | page save      |    16 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |  ≥ 65 % ✗ |       |        |    120 |       5.0 × | ≥ 1 × ✓ |
    | Postgres | page save      |    64 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | page create    |     1 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | page create    |    16 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | page create    |    64 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | tree of 500    |     1 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | tree of 500    |    16 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | tree of 500    |    64 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | tree of 10,000 |     1 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |  1.67 × time | ≤ 1.5 × ✗ |       |        |    120 |       5.0 × |         |
    | Postgres | tree of 10,000 |    16 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | tree of 10,000 |    64 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | members        |     1 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |
    | Postgres | members        |    16 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |  ≥ 65 % ✗ |       |        |    120 |       5.0 × |         |
    | Postgres | members        |    64 |       600 |   1.67 |   3.33 |     83 |   1,000 |            |         60 % |           |       |        |    120 |       5.0 × |         |"
  `);
});

test('leaves out a peer that is missing, and says why', () => {
  const comparisons = compare([...server, ...slowLimit, ...limit]);
  expect(table(comparisons)).not.toContain('≥ 6 ×');
  expect(notes(comparisons, new Map([['peer', 'It ended at once.']]))).toBe(
    'The limit is the same SQL without a server, by the faster way: pg, pipelined.\n' +
      '"one by one" is the part of what it reaches when it sends one statement after the other.\n' +
      '"rules" is the part of its saves that the same SQL reaches with the product\'s triggers, of those without them.\n' +
      'Missing: peer. It ended at once.',
  );
});

test('names the limit that counted where another one was faster', () => {
  const fast = slowLimit.map((result) =>
    result.cell === CELLS[8] ? { ...result, slices: [slice(9000), slice(9000), slice(9000)] } : result,
  );
  expect(notes(compare([...server, ...fast, ...limit]), new Map())).toContain(
    'pg, pipelined (but pg for page create on 64).',
  );
});
