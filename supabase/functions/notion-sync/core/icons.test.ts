import { expect, test } from 'vitest';
import { decideIcon, iconHere, iconThere } from './icons.ts';

const DIRECTIONS = ['bring', 'send', 'both'] as const;

/** @returns the side that gets the other's icon in each of the ways: bring, send, both */
function decideAll(local: string | null, remote: object | null, base: string | null) {
  const sides = { local: iconHere(local), remote: iconThere({ icon: remote }), base };
  return DIRECTIONS.map((direction) => decideIcon({ direction, ...sides }));
}

const emoji = (icon: string) => ({ type: 'emoji', emoji: icon });

test('an icon goes to a side that has what both had after the last sync', () => {
  expect(decideAll(null, emoji('🚀'), null)).toEqual(['here', undefined, 'here']);
  expect(decideAll('🎯', null, null)).toEqual([undefined, 'there', 'there']);
  expect(decideAll('🎯', emoji('🚀'), '🎯')).toEqual(['here', undefined, 'here']);
  expect(decideAll('🎯', emoji('🚀'), '🚀')).toEqual([undefined, 'there', 'there']);
  expect(decideAll('🚀', null, '🚀')).toEqual(['here', undefined, 'here']);
  expect(decideAll(null, emoji('🚀'), '🚀')).toEqual([undefined, 'there', 'there']);
});

test('nothing goes where both are the same, or both have changed', () => {
  const neither = [undefined, undefined, undefined];
  expect(decideAll('🚀', emoji('🚀'), null)).toEqual(neither);
  expect(decideAll(null, null, '🚀')).toEqual(neither);
  expect(decideAll('🎯', emoji('🚀'), null)).toEqual(neither);
  expect(decideAll(null, emoji('🎯'), '🚀')).toEqual(neither);
  expect(decideAll('🎯', null, '🚀')).toEqual(neither);
});

test('a picture without a counterpart is neither sent nor replaced', () => {
  const neither = [undefined, undefined, undefined];
  for (const picture of [{ type: 'file' }, { type: 'external' }, { type: 'icon' }, { type: 'emoji' }, {}])
    for (const local of ['🎯', null]) expect(decideAll(local, picture, local)).toEqual(neither);
  for (const remote of [emoji('🚀'), null]) expect(decideAll('rocket/blue', remote, null)).toEqual(neither);
  expect(iconThere({})).toBe(undefined);
});
