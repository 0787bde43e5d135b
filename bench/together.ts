/**
 * `npm run bench:together`: writing a page together, beside hocuspocus in one run: how late letters come, what they cost the
 * server, and the memory of an open page. `-- --seconds=8` for shorter turns, `--only=typing` (or `memory`) for a part,
 * `--writers=2,20` for some of the sizes, `--profile` for CPU profiles of both servers in `bench/results/`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { batchMs } from '../web/src/features/editor/state/typing-batch.ts';
import { startServer } from './contestants/trellis-server.ts';
import { markdown } from './dataset/markdown.ts';
import { startHocuspocus } from './together/hocuspocus-house.ts';
import { memoryPerPage, type Side } from './together/memory-per-page.ts';
import { buildHouse } from './together/trellis-house.ts';
import { letTypeTogether, typingTable } from './together/typing.ts';

const PEOPLE = 100;
const TEXT_CHARACTERS = 10_000;
const WARM_PAGES = 50;
const OPEN_PAGES = 200;
const WARM_UP_MS = 6000;

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    writers: { type: 'string', default: '2,20,100' },
    only: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});
const sizes = options.writers.split(',').map(Number);
const profileDirectory = options.profile ? fileURLToPath(new URL('./results/', import.meta.url)) : undefined;

await using stack = new AsyncDisposableStack();
const directory = await mkdtemp(path.join(os.tmpdir(), 'trellis-together-'));
stack.defer(() => rm(directory, { recursive: true, force: true }));
const text = Array.from({ length: 3 }, (_, n) => markdown(n))
  .join('\n\n')
  .slice(0, TEXT_CHARACTERS);
const pages = sizes.length * 2 + WARM_PAGES + OPEN_PAGES;
const house = await buildHouse(path.join(directory, 'trellis'), PEOPLE, Array(pages).fill(text));
const trellis = await startServer({ dataDir: house.dataDir, databaseUrl: undefined, profileDirectory });
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
if (options.only !== 'typing') {
  const warm = pageIds.splice(0, WARM_PAGES);
  const open = pageIds.splice(0, OPEN_PAGES);
  console.log(`| ${OPEN_PAGES} open pages of 10 KB, one writer each | KB for each |\n| --- | ---: |`);
  for (const side of [ours, peer('hocuspocus', false)])
    console.log(`| ${side.name} | ${((await memoryPerPage(side, warm, open)) / 1000).toFixed(0)} |`);
  console.log('');
}
if (options.only !== 'memory') {
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
}
