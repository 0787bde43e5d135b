import { expect, test } from 'vitest';
import { type Budget, findRing, isOver, type Manifest, measure } from './screen-size.ts';

const MANIFEST: Manifest = {
  'index.html': { file: 'index.js', imports: ['_react.js'] },
  'login.tsx': { file: 'login.js', imports: ['index.html', '_supabase.js'] },
  'page.tsx': { file: 'page.js', imports: ['index.html', '_react.js', '_editor.js'] },
  '_react.js': { file: 'react.js' },
  '_supabase.js': { file: 'supabase.js' },
  '_editor.js': { file: 'editor.js', imports: ['page.tsx'] },
};
const SIZES: Readonly<Record<string, number>> = {
  'index.js': 1,
  'react.js': 10,
  'login.js': 100,
  'supabase.js': 1000,
  'page.js': 10_000,
  'editor.js': 100_000,
};

function sizeOf(budget: Omit<Budget, 'screen' | 'limit'>): number | undefined {
  return measure([{ screen: 'any', limit: 0, ...budget }], MANIFEST, (file) => SIZES[file] ?? Number.NaN)[0]
    ?.size;
}

test('a screen brings its modules and all they import, each once', () => {
  expect(sizeOf({ modules: ['index.html'] })).toBe(11);
  expect(sizeOf({ modules: ['index.html', 'login.tsx'] })).toBe(1111);
});

test('modules loaded before do not count', () => {
  expect(sizeOf({ modules: ['page.tsx'], after: ['login.tsx'] })).toBe(110_000);
});

test('a module missing from the build is an error', () => {
  expect(() => sizeOf({ modules: ['renamed.tsx'] })).toThrow('renamed.tsx');
});

test('one byte above the limit is too much', () => {
  expect(isOver({ screen: '/', size: 1000, limit: 1000 })).toBe(false);
  expect(isOver({ screen: '/', size: 1001, limit: 1000 })).toBe(true);
});

test('files that import each other are found', () => {
  // The editor's file imports the page's, and that one the editor's.
  expect(findRing(MANIFEST)).toEqual(['page.tsx', '_editor.js', 'page.tsx']);
  expect(
    findRing({ ...MANIFEST, '_editor.js': { file: 'editor.js', imports: ['_react.js'] } }),
  ).toBeUndefined();
});
