/**
 * `npm run bench:together`: writing a page together, beside hocuspocus in one run: how late letters come, what they cost the
 * server, and the memory of an open page. `-- --seconds=8` for shorter turns, `--only=typing` (or `memory`, `flood`, `page`) for a part,
 * `--writers=2,20` for some of the sizes, `--pages=800` for more open ones, `--edits=100000` for a younger page, `--profile` for
 * CPU profiles of both servers in `bench/results/`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { batchMs } from '../web/src/features/document/wire/typing-batch.ts';
import { startServer } from './contestants/trellis-server.ts';
import { markdown } from './dataset/markdown.ts';
import { processorTime } from './measure/processor-time.ts';
import { median } from './measure/statistics.ts';
import { startHocuspocus } from './together/contestants/hocuspocus-house.ts';
import { buildHouse } from './together/contestants/trellis-house.ts';
import type { Flooded } from './together/flood.ts';
import { memoryPerPage, type Side } from './together/memory-per-page.ts';
import { measureOldPage } from './together/old-page.ts';
import { letTypeTogether, typingTable } from './together/typing.ts';
import { startWriters } from './together/writers-process.ts';

const PEOPLE = 100;
const TEXT_CHARACTERS = 10_000;
const WARM_PAGES = 50;
const WARM_UP_MS = 6000;
const FLOODED_PAGES = 40;
const READERS = 5;
const FLOOD_ROUNDS = 3;
const FLOOD_MS = 4000;
const IDLE_MS = 5000;

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    writers: { type: 'string', default: '2,20,100' },
    pages: { type: 'string', default: '500' },
    only: { type: 'string' },
    edits: { type: 'string', default: '1000000' },
    profile: { type: 'boolean', default: false },
  },
});
const openPages = Number(options.pages);
const sizes = options.writers.split(',').map(Number);
const profileDirectory = options.profile ? fileURLToPath(new URL('./results/', import.meta.url)) : undefined;

await using stack = new AsyncDisposableStack();
const directory = await mkdtemp(path.join(os.tmpdir(), 'trellis-together-'));
stack.defer(() => rm(directory, { recursive: true, force: true }));
const text = Array.from({ length: 3 }, (_, n) => markdown(n))
  .join('\n\n')
  .slice(0, TEXT_CHARACTERS);
const pages = sizes.length * 2 + WARM_PAGES + openPages + FLOODED_PAGES;
const house = await buildHouse(path.join(directory, 'trellis'), PEOPLE, Array(pages).fill(text));
const trellis = await startServer({
  dataDir: house.dataDir,
  databaseUrl: undefined,
  profileDirectory,
  // A person who floods the channel is many people.
  more: { REALTIME_MAX_EVENTS_PER_SECOND: '1000000' },
});
stack.defer(trellis.stop);
const hocuspocus = await startHocuspocus(
  directory,
  house.pageIds.map((pageId) => [pageId, text]),
  profileDirectory,
);
stack.defer(hocuspocus.stop);

const { origin, apiKey } = trellis;
const ours: Side = {
  name: 'Trellis',
  processId: trellis.processId,
  address: { side: 'trellis', origin, apiKey, people: house.people },
};
const peer = (name: string, flushDelay: number | false): Side => ({
  name,
  processId: hocuspocus.processId,
  address: { side: 'hocuspocus', origin: hocuspocus.origin, flushDelay },
});

const cpu = os.cpus();
console.log(
  `${options.seconds} s of typing each; ${cpu.length} cores (${cpu[0]?.model.trim()}), Node ${process.version}. ` +
    'Trellis on its embedded database, hocuspocus with node:sqlite.\n',
);
const pageIds = [...house.pageIds];
if (isAsked('memory')) {
  const warm = pageIds.splice(0, WARM_PAGES);
  const open = pageIds.splice(0, openPages);
  console.log(`| ${openPages} open pages of 10 KB, one writer each | KB for each |\n| --- | ---: |`);
  for (const side of [ours, peer('hocuspocus', false)])
    console.log(`| ${side.name} | ${((await memoryPerPage(side, warm, open)) / 1000).toFixed(0)} |`);
  console.log('');
}
if (isAsked('flood')) {
  const pagesOfFlood = pageIds.splice(0, FLOODED_PAGES);
  const sides = [ours, peer('hocuspocus', false)];
  const results = sides.map((): Flooded[] => []);
  for (let round = 0; round < FLOOD_ROUNDS; round++)
    for (const [index, side] of sides.entries())
      results[index]?.push(await flood(side, pagesOfFlood, READERS, FLOOD_MS));
  console.log(
    `| ${FLOODED_PAGES} pages with ${READERS} readers each, without pauses | messages/s | for each s of its processor |`,
  );
  console.log('| --- | ---: | ---: |');
  for (const [index, { name }] of sides.entries()) {
    const of = (pick: (one: Flooded) => number) =>
      Math.round(median((results[index] ?? []).map(pick)) * READERS).toLocaleString('en-GB');
    console.log(`| ${name} | ${of((one) => one.perSecond)} | ${of((one) => one.perProcessorSecond)} |`);
  }
  console.log('');
}
if (isAsked('typing')) {
  const [mine = 0, theirs = 0] = await idleLoads([trellis.processId, hocuspocus.processId]);
  console.log(
    `While nobody writes: Trellis ${mine.toFixed(0)} ms/s, hocuspocus ${theirs.toFixed(0)} ms/s.\n`,
  );
  const results = [];
  for (const writers of sizes) {
    const [page = '', other = ''] = pageIds.splice(0, 2);
    const task = { writers, warmUpMs: WARM_UP_MS, measureMs: Number(options.seconds) * 1000 };
    results.push(
      await letTypeTogether(ours, page, task),
      await letTypeTogether(peer('hocuspocus', false), page, task),
      await letTypeTogether(peer('hocuspocus, batched as Trellis', batchMs(writers, 0)), other, task),
    );
  }
  console.log(typingTable(results));
  const waits = sizes.map((writers) => `${batchMs(writers, 0)} ms with ${writers} writers`);
  console.log(
    `\nTrellis sends the first letter after a pause at once, and then those of ${waits.join(', of ')} in one message. ` +
      'hocuspocus sends each in its own, unless it is told a delay, which then holds for the first letter, too; its server ' +
      'sends in one message what arrives at the same moment.\n',
  );
}
if (isAsked('page')) {
  const old = await measureOldPage(path.join(directory, 'old-page'), Number(options.edits));
  console.log(
    `| ${old.edits.toLocaleString('en-GB')} edits in ${old.sessions} sessions, ` +
      `${(old.textBytes / 1000).toFixed(0)} KB of text | stored KB | × its text | answered, ms | open, ms | × a fresh page |`,
  );
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [name, { storedBytes, answerMs, ms, freshMs }] of [
    ['as it was left', old.asItIs],
    ['begun anew after a night', old.restarted],
  ] as const)
    console.log(
      `| ${name} | ${(storedBytes / 1000).toFixed(0)} | ${(storedBytes / old.textBytes).toFixed(2)} ` +
        `| ${answerMs.toFixed(1)} | ${ms.toFixed(1)} | ${(ms / freshMs).toFixed(2)} |`,
    );
  console.log(`\nThe opening that begins it anew takes ${old.restartMs.toFixed(0)} ms.`);
}

/** @returns processor time in milliseconds per second */
async function idleLoads(processIds: readonly number[]): Promise<readonly number[]> {
  const look = () => processIds.map((processId) => processorTime(processId) ?? Number.NaN);
  const before = look();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  return look().map((after, index) => (after - (before[index] ?? 0)) / (IDLE_MS / 1000));
}

/** Readers but one in another process: it is the server that is to be the busiest. */
async function flood(side: Side, flooded: readonly string[], readers: number, durationMs: number) {
  const { address, processId } = side;
  const others = flooded.flatMap((page) => Array<string>(readers - 1).fill(page));
  const crowd = await startWriters({ address, pages: others, first: 0, areDeaf: true });
  const speakers = await startWriters({ address, pages: [], first: 0, areDeaf: false });
  try {
    return await speakers.flood({ pages: flooded, processId, durationMs });
  } finally {
    await speakers.stop();
    await crowd.stop();
  }
}

function isAsked(part: string): boolean {
  return options.only === undefined || options.only === part;
}
