/** The documentation names pages, headings and files that are there, and its index names every page. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root });

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
  'docs/recipes.md',
  'docs/where.md',
];
const FILE = /`((?:web|server|markdown|supabase|scripts|e2e|docs|bench)\/[\w./*-]+)`/g;

test.for(MAPS)('%s names files that exist', (page) => {
  const files = [...read(page).matchAll(FILE)].map(([, file = '']) => file);
  expect(files.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([]);
});

test('the page of places names only what stands in the file beside it', () => {
  const pairs = [...read('docs/where.md').matchAll(/`([\w./-]+\.\w+)`: `([\w.]+)`/g)];
  const missing = pairs.filter(([, file = '', name = '']) => !read(file).includes(name));
  expect(pairs.length).toBeGreaterThan(100);
  expect(missing.map(([pair]) => pair)).toEqual([]);
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
