/** A file of 100 MB up, in one request and in parts, and down; and parts of it, side by side with a plain Node server. */
import { randomUUID } from 'node:crypto';
import { median } from '../measure/statistics.ts';
import { type Measured, measured } from './measured.ts';
import type { FilesPerson } from './person.ts';
import { receive, send, sendInParts } from './transfer.ts';

const MIB = 1024 * 1024;
const SIZE = 100 * MIB;
const RANGES = 400;
const RANGE_BYTES = 64 * 1024;

export interface Side {
  readonly processId: number;
  readonly origin: string;
}

interface Way {
  readonly name: string;
  readonly trellis: () => Promise<unknown>;
  readonly plain: () => Promise<unknown>;
  /** In the unit of the table's column. */
  readonly amount: number;
  readonly unit: 'MB/s' | 'requests/s';
}

export async function measureLarge(
  trellis: Side,
  plain: Side,
  person: FilesPerson,
  rounds: number,
): Promise<string> {
  const pageId = randomUUID();
  await person.createPages([{ id: pageId, content: '' }]);
  const announce = () =>
    person.announce(pageId, {
      id: randomUUID(),
      name: 'large.bin',
      type: 'application/octet-stream',
      bytes: SIZE,
    });
  const objects = `${person.origin}/storage/v1/object`;
  const type = { 'content-type': 'application/octet-stream' };
  const upload = async () => {
    const object = await announce();
    await send('POST', `${objects}/${object}`, SIZE, { ...person.headers, ...type });
    return object;
  };
  const plainUpload = () => send('PUT', `${plain.origin}/large.bin`, SIZE, {});
  const object = await upload();
  await plainUpload();
  const address = `${objects}/authenticated/${object}`;
  const ways: Way[] = [
    { name: 'up, in one request', trellis: upload, plain: plainUpload, amount: SIZE / MIB, unit: 'MB/s' },
    {
      name: 'up, in parts of 6 MB (TUS)',
      trellis: async () => sendInParts(person.origin, await announce(), SIZE, person.headers),
      plain: plainUpload,
      amount: SIZE / MIB,
      unit: 'MB/s',
    },
    {
      name: 'down',
      trellis: () => whole(address, person.headers),
      plain: () => whole(`${plain.origin}/large.bin`, {}),
      amount: SIZE / MIB,
      unit: 'MB/s',
    },
    {
      name: 'parts of 64 KB of it',
      trellis: () => ranges(address, person.headers),
      plain: () => ranges(`${plain.origin}/large.bin`, {}),
      amount: RANGES,
      unit: 'requests/s',
    },
  ];
  const lines: string[] = [];
  for (const way of ways) lines.push(await compare(way, trellis, plain, rounds));
  return [
    '| 100 MB | Trellis | a plain Node server | of that | more memory, Trellis | plain |',
    '| :-- | --: | --: | --: | --: | --: |',
    ...lines,
  ].join('\n');
}

async function compare(way: Way, trellis: Side, plain: Side, rounds: number): Promise<string> {
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  const runs = [
    async () => void ours.push(await measured(trellis.processId, way.trellis)),
    async () => void theirs.push(await measured(plain.processId, way.plain)),
  ];
  for (let round = 0; round < rounds; round++)
    for (const run of round % 2 === 0 ? runs : runs.toReversed()) await run();
  const rate = (all: readonly Measured[]) => median(all.map(({ seconds }) => way.amount / seconds));
  const part = median(ours.map(({ seconds }, round) => (theirs[round]?.seconds ?? Number.NaN) / seconds));
  const memory = (all: readonly Measured[]) =>
    `${Math.round(Math.max(...all.map(({ memoryBytes }) => memoryBytes)) / MIB)} MB`;
  const cells = [`${rate(ours).toFixed(0)} ${way.unit}`, `${rate(theirs).toFixed(0)} ${way.unit}`];
  return `| ${way.name} | ${cells.join(' | ')} | ${Math.round(part * 100)} % | ${memory(ours)} | ${memory(theirs)} |`;
}

async function whole(address: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const size = await receive(address, headers);
  if (size !== SIZE) throw new Error(`${size} bytes of ${SIZE} came`);
}

/** The requests come one after the other, as a player sends them that goes forward and back. */
async function ranges(address: string, headers: Readonly<Record<string, string>>): Promise<void> {
  for (let index = 0; index < RANGES; index++) {
    const first = (index * 7919 * 4096) % (SIZE - RANGE_BYTES);
    const size = await receive(address, { ...headers, range: `bytes=${first}-${first + RANGE_BYTES - 1}` });
    if (size !== RANGE_BYTES) throw new Error(`${size} bytes of ${RANGE_BYTES} came`);
  }
}
