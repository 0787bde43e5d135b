/**
 * Writes preloads.json: every address of the app, with the files that its first visit needs. The server answers these
 * addresses with the app, and all others that it does not know with 404. It names the files in the document, so that a browser
 * asks for all of them at once instead of learning of each from the one before; an address without files loads its screen as it
 * does where something else serves the app.
 */
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { DOCUMENTS, paths } from '../src/lib/paths.ts';
import { PUBLIC_FONT } from './public-pages.ts';

const SESSION = 'auth/session-layout';
const SHELL = [SESSION, 'dashboard/dashboard-layout'];
/** The routes' files by their addresses; `:name` is any one part. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  '/auth/login': [SESSION, 'auth/login'],
  '/auth/signup': [SESSION, 'auth/sign-up'],
  '/dashboard': [...SHELL, 'dashboard/dashboard'],
  '/dashboard/pages/:pageId': [...SHELL, 'dashboard/page'],
};

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

export function preloads(): Plugin {
  let root = '';
  return {
    name: 'preloads',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const fonts = Object.keys(bundle).filter((name) => PUBLIC_FONT.test(name));
      const entry = chunks(bundle).find(
        ({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('.html'),
      );
      if (!entry) throw new Error('The build has no entry to preload.');
      const addresses = Object.values(paths).filter((address) => !DOCUMENTS.includes(address));
      const screens = addresses.map((address) => {
        const routes = SCREENS[address];
        if (!routes) return [address, []];
        // The document names the entry's own files already.
        const named = new Set<string>();
        collect(entry.fileName, bundle, named);
        const files = new Set(named);
        for (const route of routes)
          collect(fileOf(path.join(root, `src/app/routes/${route}.tsx`), bundle), bundle, files);
        return [address, [...[...files].filter((file) => !named.has(file)), ...fonts]];
      });
      this.emitFile({
        type: 'asset',
        fileName: 'preloads.json',
        source: JSON.stringify(Object.fromEntries(screens)),
      });
    },
  };
}

function chunks(bundle: Bundle): Chunk[] {
  return Object.values(bundle).filter((output) => output.type === 'chunk');
}

/** @throws {Error} when there is no such route, as after a rename */
function fileOf(module: string, bundle: Bundle): string {
  const chunk = chunks(bundle).find(({ facadeModuleId }) => facadeModuleId === module);
  if (!chunk) throw new Error(`The build has no route ${module}: name its successor in preloads.ts.`);
  return chunk.fileName;
}

function collect(fileName: string, bundle: Bundle, files: Set<string>): void {
  const chunk = bundle[fileName];
  if (files.has(fileName) || chunk?.type !== 'chunk') return;
  files.add(fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const imported of chunk.imports) collect(imported, bundle, files);
}
