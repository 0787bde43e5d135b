/**
 * `npm run bench:realtime`: live channels beside socket.io in one run, and what they cost. `-- --quick` for shorter rounds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median } from './measure/statistics.ts';
import { timeToComeBack } from './realtime/come-back.ts';
import { type Delivered, type FanOut, FanOutRun } from './realtime/fan-out.ts';
import { memoryPerSocket } from './realtime/idle.ts';
import { startSocketIoRooms } from './realtime/socket-io-rooms.ts';
import { compareToldSaves } from './realtime/told-saves.ts';
import { startTrellisRooms } from './realtime/trellis-rooms.ts';

const PLANS: readonly FanOut[] = [
  { name: '1 sender → 100 receivers', rooms: 1, receivers: 100, inFlight: 8 },
  { name: '200 channels of 5', rooms: 200, receivers: 4, inFlight: 1 },
];
const COMING_BACK = 1000;

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const { rounds, sliceMs, idle } = options.quick
  ? { rounds: 3, sliceMs: 500, idle: 1000 }
  : { rounds: 9, sliceMs: 1500, idle: 10_000 };

async function measureAll(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const directory = await mkdtemp(path.join(os.tmpdir(), 'trellis-realtime-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const cpu = os.cpus();
  console.log(
    `${rounds} rounds of ${sliceMs} ms, medians; ${cpu.length} cores (${cpu[0]?.model.trim()}), Node ${process.version}.`,
  );

  {
    await using servers = new AsyncDisposableStack();
    const trellis = await startTrellisRooms(path.join(directory, 'rooms'));
    servers.defer(trellis.stop);
    const peer = await startSocketIoRooms();
    servers.defer(peer.stop);
    console.log('\n| fan-out | server | deliveries/s | p50 ms | p95 ms | of the peer |');
    console.log('| --- | --- | ---: | ---: | ---: | ---: |');
    for (const plan of PLANS) {
      const runs = [];
      for (const server of [trellis, peer])
        runs.push({ server, run: await FanOutRun.open(server, plan), results: [] as Delivered[] });
      for (let round = -1; round < rounds; round++)
        for (const { run, results } of round % 2 === 0 ? runs : runs.toReversed()) {
          const result = await run.measure(sliceMs);
          if (round >= 0) results.push(result);
        }
      const rates = runs.map(({ results }) => results.map(({ perSecond }) => perSecond));
      for (const [index, { server, run, results }] of runs.entries()) {
        const of = (pick: (one: Delivered) => number) => median(results.map(pick));
        const ratio = median(
          (rates[index] ?? []).map((rate, round) => rate / (rates[1]?.[round] ?? Number.NaN)),
        );
        console.log(
          `| ${plan.name} | ${server.name} | ${Math.round(of((one) => one.perSecond)).toLocaleString('en-GB')} | ` +
            `${of((one) => one.p50).toFixed(2)} | ${of((one) => one.p95).toFixed(2)} | ${ratio.toFixed(2)} × |`,
        );
        run.close();
      }
    }
    console.log(
      `\n| ${idle.toLocaleString('en-GB')} idle sockets | KB each | MB together |\n| --- | ---: | ---: |`,
    );
    for (const server of [trellis, peer]) {
      const bytes = await memoryPerSocket(server, idle);
      console.log(`| ${server.name} | ${(bytes / 1000).toFixed(1)} | ${((bytes * idle) / 1e6).toFixed(0)} |`);
    }
  }

  const { restart, everybody } = await timeToComeBack(path.join(directory, 'restart'), COMING_BACK);
  console.log(
    `\nA restart took ${(restart / 1000).toFixed(1)} s; ${COMING_BACK} sockets were back ${(everybody / 1000).toFixed(1)} s after its beginning.`,
  );

  console.log(
    '\n| connections | saves/s, told | saves/s, silent | more time for telling |\n| ---: | ---: | ---: | ---: |',
  );
  // A few per cent: many short slices, so that the machine's moods meet both.
  for (const { connections, told, silent, moreTime } of await compareToldSaves(rounds * 5, sliceMs / 4))
    console.log(
      `| ${connections} | ${told.toFixed(0)} | ${silent.toFixed(0)} | ${(moreTime * 100).toFixed(1)} % |`,
    );
}

await measureAll();
// Sockets that were cut keep the process for a while.
process.exit();
