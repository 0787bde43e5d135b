import { expect, test } from 'vitest';
import type { Broadcast } from '../wire/broadcast.ts';
import { type Member, Topics } from './topics.ts';

const KEY = 'private:room';

/** A member that may read these kinds of message, and has had this one. */
function member(reads: readonly string[], had?: string) {
  const delivered: string[] = [];
  const one: Member = {
    version: '1.0.0',
    mayRead: (extension) => reads.includes(extension),
    hasHad: (id) => id === had,
    deliver: ({ data }) => void delivered.push(JSON.parse(data.toString()).event),
  };
  return { one, delivered };
}

test('a member gets what it may read, and nothing twice', () => {
  const topics = new Topics();
  const all = member(['broadcast', 'presence']);
  const broadcasts = member(['broadcast'], 'old');
  const presences = member(['presence']);
  for (const { one } of [all, broadcasts, presences]) topics.join(KEY, one);
  const message: Broadcast = { kind: 'user', event: 'e', payload: { encoding: 'json', text: '1' } };
  topics.broadcast(KEY, { ...message, meta: { id: 'old' } });
  topics.broadcast(KEY, message);
  topics.presenceDiff(KEY, {});
  expect(all.delivered).toEqual(['broadcast', 'broadcast', 'presence_diff']);
  expect(broadcasts.delivered).toEqual(['broadcast']);
  expect(presences.delivered).toEqual(['presence_diff']);
  for (const { one } of [all, broadcasts, presences]) topics.leave(KEY, one);
  expect(topics.has(KEY)).toBe(false);
});
