import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChannelCounts } from './channel-counts.ts';
import { Deliveries } from './deliveries.ts';
import { UnsentBytes } from './unsent-bytes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const perSecond = {
  private: { process: 100, address: 100, topic: 100 },
  public: { process: 40, address: 20, topic: 10 },
};

test('a topic, an address and the process each wait until their debt is paid', () => {
  const deliveries = new Deliveries(perSecond);
  deliveries.spend('ann', 'public:a', 15);
  expect(deliveries.waitMs('ann', 'public:a')).toBe(500);
  expect(deliveries.waitMs('bob', 'public:a')).toBe(500);
  expect(deliveries.waitMs('ann', 'public:b')).toBe(0);
  deliveries.spend('ann', 'public:b', 10);
  // 25 of 20 for the address.
  expect(deliveries.waitMs('ann', 'public:c')).toBe(250);
  expect(deliveries.waitMs('bob', 'public:c')).toBe(0);
  deliveries.spend('bob', 'public:c', 10);
  deliveries.spend('cleo', 'public:d', 10);
  expect(deliveries.waitMs('dan', 'public:e')).toBe(125);
  vi.advanceTimersByTime(500);
  expect(deliveries.waitMs('ann', 'public:a')).toBe(0);
});

test('public topics take nothing from private ones', () => {
  const deliveries = new Deliveries(perSecond);
  deliveries.spend('ann', 'public:a', 1000);
  expect(deliveries.waitMs('ann', 'private:a')).toBe(0);
});

test('on a slow machine deliveries wait for as long as they took, less their part of it', () => {
  const deliveries = new Deliveries(perSecond);
  // A hundred milliseconds at once are usual.
  deliveries.spendTime('public:a', 100);
  expect(deliveries.waitMs('ann', 'public:a')).toBe(0);
  deliveries.spendTime('public:b', 400);
  expect(deliveries.waitMs('bob', 'public:a')).toBe(1000);
  expect(deliveries.topicWaitMs('public:c')).toBe(1000);
  expect(deliveries.waitMs('bob', 'private:a')).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(deliveries.waitMs('bob', 'public:a')).toBe(0);
});

test('unread bytes are bounded for a client network and for all', () => {
  const unsent = new UnsentBytes();
  const megabyte = 1024 * 1024;
  for (let n = 0; n < 24; n++) unsent.change('ann', megabyte);
  expect([unsent.hasRoom('ann', 1), unsent.hasRoom('bob', 1)]).toEqual([false, true]);
  for (const name of ['bob', 'cleo', 'dan']) unsent.change(name, 24 * megabyte);
  expect(unsent.hasRoom('eve', 1)).toBe(false);
  unsent.change('ann', -megabyte);
  expect([unsent.hasRoom('ann', 1), unsent.hasRoom('eve', megabyte)]).toEqual([true, true]);
});

test('channels are bounded for a client network and for all', () => {
  const counts = new ChannelCounts({ process: 3, network: 2 });
  expect([counts.take('a'), counts.take('a'), counts.take('a')]).toEqual([true, true, false]);
  expect([counts.take('b'), counts.take('b'), counts.take('c')]).toEqual([true, false, false]);
  counts.give('a');
  expect([counts.take('c'), counts.take('b')]).toEqual([true, false]);
});
