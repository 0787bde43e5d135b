import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DownloadLine } from './download-line.ts';

const PLACES = { ofSender: 2, ofAnybody: 2, ofAll: 3 };
const senders = [
  { name: 'ada', isAnybody: false },
  { name: 'bob', isAnybody: false },
  { name: '10.0.0.0', isAnybody: true },
  { name: '10.0.1.0', isAnybody: true },
] as const;
type Sender = (typeof senders)[number];
const [ada, bob] = senders;

interface Asked {
  readonly sender: Sender;
  readonly gone: AbortController;
  state: 'waiting' | 'sending' | 'over';
  place?: Disposable;
}

function ask(line: DownloadLine, sender: Sender): Asked {
  const asked: Asked = { sender, gone: new AbortController(), state: 'waiting' };
  line.take(sender, asked.gone.signal).then(
    (place) => Object.assign(asked, { place, state: 'sending' }),
    () => Object.assign(asked, { state: 'over' }),
  );
  return asked;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('no limit is passed, nobody waits who could begin, and every place comes back', async () => {
  const steps = fc.array(
    fc.record({ what: fc.constantFrom('ask', 'end', 'leave'), which: fc.nat({ max: 50 }) }),
    { maxLength: 60, size: 'max' },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const line = new DownloadLine(PLACES, { ofSender: 100, ofAll: 1000, patienceMs: 60_000 });
      const asked: Asked[] = [];
      const of = (state: Asked['state'], is = (_: Sender) => true) =>
        asked.filter((it) => it.state === state && is(it.sender));
      const isFull = (sender: Sender) =>
        of('sending').length >= PLACES.ofAll ||
        of('sending', ({ name }) => name === sender.name).length >= PLACES.ofSender ||
        (sender.isAnybody && of('sending', ({ isAnybody }) => isAnybody).length >= PLACES.ofAnybody);
      for (const { what, which } of all) {
        const pick = <Item>(items: readonly Item[]) => items[which % Math.max(1, items.length)];
        if (what === 'ask') asked.push(ask(line, senders[which % senders.length] ?? ada));
        else if (what === 'leave') pick(of('waiting'))?.gone.abort();
        else {
          const done = pick(of('sending'));
          done?.place?.[Symbol.dispose]();
          // A second time does nothing.
          done?.place?.[Symbol.dispose]();
          if (done) done.state = 'over';
        }
        await settled();
        expect(of('sending').length).toBeLessThanOrEqual(PLACES.ofAll);
        for (const sender of senders)
          expect(of('sending', (it) => it === sender).length).toBeLessThanOrEqual(PLACES.ofSender);
        for (const { sender } of of('waiting')) expect(isFull(sender)).toBe(true);
      }
      for (const { gone } of of('waiting')) gone.abort();
      for (const { place } of of('sending')) place?.[Symbol.dispose]();
      await settled();
      expect(
        await Promise.all([ada, ada, bob].map((it) => line.take(it, AbortSignal.timeout(10)))),
      ).toHaveLength(3);
    }),
    { numRuns: 300 },
  );
});

test('a long line and a slow one are refused, in words', async () => {
  const line = new DownloadLine(PLACES, { ofSender: 1, ofAll: 2, patienceMs: 50 });
  const signal = new AbortController().signal;
  const places = [await line.take(ada, signal), await line.take(ada, signal)];
  const refused = { refusal: { code: 'SlowDown', status: 429, http: 429, error: 'too_many_downloads' } };
  const late = line.take(ada, signal);
  await expect(line.take(ada, signal)).rejects.toMatchObject(refused);
  places.push(await line.take(bob, signal));
  await expect(late).rejects.toMatchObject(refused);
  for (const place of places) place[Symbol.dispose]();
});
