/** The documentation names pages, headings, files and numbers that are there, and its indexes name every page and every source file. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { headerOf, renderCodeIndex, sourceFiles } from './render-code-index.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** The index of the code says what headers say: a test below keeps it in step. */
const pages = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root }).filter(
  (page) => !/^docs\/code\/(?!README)/.test(page),
);

/** As GitHub makes them of headings. */
function anchors(page: string): readonly string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.for(pages)('%s links to pages and headings that exist', (page) => {
  const links = [...read(page).matchAll(/\]\((?!\w+:)([^)\s]*)\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : path.join(path.dirname(page), file);
    if (!existsSync(path.join(root, target))) return true;
    return anchor !== undefined && !anchors(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

const MAPS = [
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/error-codes.md',
  'docs/limits.md',
  'docs/questions.md',
  'docs/recipes.md',
];
const FILE = /`((?:web|server|markdown|supabase|scripts|e2e|docs|bench)\/[\w./*-]+)`/g;

test.for(MAPS)('%s names files that exist', (page) => {
  const files = [...read(page).matchAll(FILE)].map(([, file = '']) => file);
  expect(files.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([]);
});

test('a name in code that stands before a file is in that file', () => {
  const named = MAPS.flatMap((page) =>
    [
      ...read(page).matchAll(/`(\w+)`(?:,| in) `((?:web|server|scripts|supabase|markdown)\/[\w./-]+\.\w+)`/g),
    ].map(([, name = '', file = '']) => ({ page, name, file })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name, file }) => !read(file).includes(name))).toEqual([]);
});

test('the index of the code has a line for each source file, as its header says (else: npm run generate -- --code)', () => {
  const written = globSync('docs/code/*.md', { cwd: root }).map((page) => [page, read(page)] as const);
  expect(new Map(written.sort())).toEqual(new Map([...renderCodeIndex()].sort()));
});

test('every source file begins with a comment that says what it is', () => {
  const files = sourceFiles().filter((file) => !/\.test\.tsx?$|\/examples\//.test(file));
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => headerOf(read(file)) === undefined)).toEqual([]);
});

test('the index names every page of docs', () => {
  const index = read('docs/README.md');
  const unnamed = pages.filter(
    (page) => /^docs\/(?!README\.md)/.test(page) && !index.includes(`(${path.relative('docs', page)})`),
  );
  expect(unnamed).toEqual([]);
});

/** The codes that a text names, each once and in order. */
function codes(text: string, form: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(form)].map(([, code = '']) => code))].sort();
}

test('the page of error codes has a row for each code of the migrations, and no other', () => {
  const migrations = globSync('supabase/migrations/*.sql', { cwd: root }).map(read).join('\n');
  expect(codes(read('docs/error-codes.md'), /^\| `(TR\d{3})` \|/gm)).toEqual(
    codes(migrations, /'(TR\d{3})'/g),
  );
});
