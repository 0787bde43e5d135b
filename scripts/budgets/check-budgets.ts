/**
 * Weighs the JavaScript of the build, as it travels (brotli), counts the files of a page's first visit, and fails when a screen
 * is over its budget.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Budget, findRing, isOver, type Manifest, type Measured, measure } from './screen-size.ts';

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const KB = 1000;
const MOST_FILES = 25;

const START = 'index.html';
const SESSION = 'src/app/routes/auth/session-layout.tsx';
const AUTH_SCREENS = ['login', 'sign-up', 'forgot-password', 'reset-password', 'confirm'];

const signIn = [START, SESSION, 'src/app/routes/auth/login.tsx'];
const behindTheGate = [START, SESSION, 'src/app/routes/dashboard/dashboard-layout.tsx'];

const BUDGETS: readonly Budget[] = [
  ...AUTH_SCREENS.map((name) => ({
    screen: `/auth: ${name}`,
    modules: [START, SESSION, `src/app/routes/auth/${name}.tsx`],
    limit: 160 * KB,
  })),
  {
    screen: 'a page, after signing in',
    modules: [...behindTheGate, 'src/app/routes/dashboard/page.tsx'],
    after: signIn,
    limit: 260 * KB,
  },
];

const manifest = JSON.parse(readFileSync(`${DIST}.vite/manifest.json`, 'utf8')) as Manifest;
const ring = findRing(manifest);
if (ring) throw new Error(`Files of the build import each other (see chunk-layers.ts): ${ring.join(' -> ')}`);
const sizeOf = (file: string) => statSync(`${DIST}${file}.br`).size;
// A document made by the build, not a screen of the app: it names the files that it loads.
const scripts = [...readFileSync(`${DIST}index.html`, 'utf8').matchAll(/<script[^>]* src="\/([^"]+)"/g)];
const landing: Measured = {
  screen: '/',
  size: scripts.reduce((total, [, file = '']) => total + sizeOf(file), 0),
  limit: 110 * KB,
};
const measured = [landing, ...measure(BUDGETS, manifest, sizeOf)];
console.log('\nJavaScript over the wire (brotli)');
for (const entry of measured) {
  const size = `${(entry.size / KB).toFixed(1)} KB`.padStart(9);
  const limit = `${entry.limit / KB} KB`.padStart(7);
  console.log(`  ${entry.screen.padEnd(26)}${size}  of ${limit}${isOver(entry) ? '  too much' : ''}`);
}
// Until a page's text is there, only files that the document names are asked for.
const document = readFileSync(`${DIST}app.html`, 'utf8');
const named = [...document.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+\.(?:js|css))"/g)];
const preloads = JSON.parse(readFileSync(`${DIST}preloads.json`, 'utf8')) as Readonly<
  Record<string, string[]>
>;
const preloaded = (preloads['/dashboard/pages/:pageId'] ?? []).filter((file) => /\.(js|css)$/.test(file));
const files = named.length + preloaded.length;
console.log(`  scripts and styles of a page's first visit: ${files} of ${MOST_FILES}`);
if (measured.some(isOver) || files > MOST_FILES) process.exitCode = 1;
// A tool that makes style sheets smaller may write this in place of a text's direction.
const asking = readdirSync(`${DIST}assets`).filter(
  (file) => file.endsWith('.css') && readFileSync(`${DIST}assets/${file}`, 'utf8').includes(':lang('),
);
if (asking.length > 0) throw new Error(`Style sheets ask for languages: ${asking.join(', ')}`);
