import { expect, test } from 'vitest';
import { knownCrumbs } from './known-crumbs.ts';

test('known parts have a name, and a link where there is a screen', () => {
  expect(knownCrumbs('/dashboard/settings')).toEqual([
    { name: 'Dashboard', to: '/dashboard' },
    { name: 'Settings', to: '/dashboard/settings' },
  ]);
});

test('a page’s id is not a crumb, and Pages is no screen', () => {
  expect(knownCrumbs('/dashboard/pages/6f1c')).toEqual([
    { name: 'Dashboard', to: '/dashboard' },
    { name: 'Pages' },
  ]);
});

test('a property of every JavaScript object is not a known part', () => {
  expect(knownCrumbs('/dashboard/pages/constructor').map(({ name }) => name)).toEqual(['Dashboard', 'Pages']);
});
