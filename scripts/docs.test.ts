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

const MAPS = ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/recipes.md'];
const FILE = /`((?:web|server|supabase|scripts|e2e|docs|bench)\/[\w./*-]+)`/g;

test.for(MAPS)('%s names files that exist', (page) => {
  const files = [...read(page).matchAll(FILE)].map(([, file = '']) => file);
  expect(files.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([]);
});

test('the index names every page of docs', () => {
  const index = read('docs/README.md');
  const unnamed = pages.filter(
    (page) => /^docs\/(?!README\.md)/.test(page) && !index.includes(`(${path.relative('docs', page)})`),
  );
  expect(unnamed).toEqual([]);
});
