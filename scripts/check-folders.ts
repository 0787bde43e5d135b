/**
 * Refuses neighbours that import each other in a circle: the folders of one folder, each with all below it, and the files beside
 * them. A reader can then learn a folder from the bottom up. Refuses folders with more files than one sees at a glance, too.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOTS = ['markdown/src', 'server/src', 'supabase/functions', 'web/src'];
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([.@][^']*)'/g;
const ALIASES: Readonly<Record<string, string>> = { '@/': 'web/src/' };
const ENDINGS = ['', '.ts', '.tsx', '/index.ts'];

interface Import {
  readonly from: string;
  readonly to: string;
}

const MOST_FILES = 15;
// A list that grows by a file for each change, and lists of tests, of which none is read for another.
const LISTS = /^(?:supabase\/(?:migrations|tests)|server\/src\/database\/migrations|e2e\/[^/]+)\/[^/]+$/;
const NO_SOURCE = /\.test\.tsx?$|\.generated\.\w+$/;

const files = new Set(
  ROOTS.flatMap((root) => globSync(`${root}/**/*.{ts,tsx}`)).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.includes('node_modules'),
  ),
);
const imports = [...files].flatMap(importsOf);
const folders = new Set([...files].flatMap(foldersAbove));
const circles = [...folders].flatMap(circlesIn);
for (const circle of circles) console.error(circle);
if (circles.length > 0) {
  console.error('Folders import each other in a circle: move what both need below them.');
  process.exitCode = 1;
} else console.log(`${folders.size} folders: none imports its neighbours in a circle.`);

const full = fullFolders();
for (const folder of full) console.error(folder);
if (full.length > 0) {
  console.error(`Folders have more than ${MOST_FILES} files: split them by what they decide.`);
  process.exitCode = 1;
}

/** @returns those with too many sources, tests not counted */
function fullFolders(): string[] {
  const sources = ['*.ts', '*.tsx', '*.css', '*.sql'];
  const all = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...sources], {
    encoding: 'utf8',
  });
  const counts = new Map<string, number>();
  // A file that was moved and not staged yet is listed, too.
  for (const file of new Set(all.split('\n'))) {
    if (!existsSync(file) || file === '' || NO_SOURCE.test(file) || LISTS.test(file)) continue;
    const folder = path.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder}: ${count} files`);
}

function importsOf(file: string): Import[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, specifier = '']) => {
    const to = fileAt(file, specifier);
    return to === undefined ? [] : [{ from: file, to }];
  });
}

function fileAt(importer: string, specifier: string): string | undefined {
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
  const target =
    alias === undefined
      ? path.join(path.dirname(importer), specifier)
      : `${ALIASES[alias]}${specifier.slice(alias.length)}`;
  return ENDINGS.map((ending) => target + ending).find((name) => files.has(name));
}

function foldersAbove(file: string): string[] {
  const parts = file.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** @returns a text for each circle of neighbours in the folder, with an import for each step */
function circlesIn(folder: string): string[] {
  const neighbours = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const [from, to] = [childOf(folder, one.from), childOf(folder, one.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const others = neighbours.get(from) ?? new Map<string, Import>();
    neighbours.set(from, others.set(to, others.get(to) ?? one));
  }
  return findCircle(neighbours).map(
    (steps) =>
      `${folder}:\n${steps.map(({ from, to }) => `  ${path.relative(folder, from)} imports ${path.relative(folder, to)}`).join('\n')}`,
  );
}

function childOf(folder: string, file: string): string | undefined {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined;
}

/** @returns the imports of a circle, the first that is found, or none */
function findCircle(neighbours: ReadonlyMap<string, ReadonlyMap<string, Import>>): Import[][] {
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[], steps: readonly Import[]): Import[] | undefined => {
    if (way.includes(node)) return steps.slice(way.indexOf(node));
    if (done.has(node)) return undefined;
    for (const [next, step] of neighbours.get(node) ?? []) {
      const found = visit(next, [...way, node], [...steps, step]);
      if (found) return found;
    }
    done.add(node);
    return undefined;
  };
  for (const node of neighbours.keys()) {
    const found = visit(node, [], []);
    if (found) return [found];
  }
  return [];
}
