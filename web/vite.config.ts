/**
 * Builds the web app into dist, each text file also as .br and .gz; in development it borrows a running
 * server's address.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkLayers } from './build/chunk-layers.ts';
import { preloads } from './build/preloads.ts';
import { publicPages } from './build/public-pages.ts';
import { serviceWorker } from './build/service-worker.ts';
import { sharedPageFont } from './build/shared-page-font.ts';

const SERVER = process.env.TRELLIS_SERVER ?? 'http://127.0.0.1:3000';
// With what they are made of. Menus within menus come with the menus that have them, which open later.
const MENUS_AND_DIALOGS =
  /node_modules\/(@floating-ui|@base-ui\/react\/(alert-dialog|context-menu|dialog|menu(?!\/submenu)|separator|tooltip))\//;
// The libraries that every page is written with; the languages of code and the diff come when they are needed.
const EDITOR =
  /node_modules\/(@codemirror\/(state|view|language|streamparser|lang-markdown)|@lezer\/(common|highlight|markdown)|@codemirror\/merge|style-mod|w3c-keyname|@marijn\/find-cluster-break)\//;
// `Features.DirSelector` of lightningcss, which comes with Vite.
const DIR_SELECTOR = 4;
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt)$/;

const layers = chunkLayers(import.meta.dirname);

/** Writes compressed neighbours, which the server sends as they are. */
function precompress(): Plugin {
  let directory = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      directory = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const names = await readdir(directory, { recursive: true }).catch(() => []);
      await Promise.all(
        names
          .filter((name) => COMPRESSIBLE.test(name))
          .map(async (name) => {
            const file = path.join(directory, name);
            const content = await readFile(file);
            await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
            await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
          }),
      );
    },
  };
}

/** A shell or a test runner may say otherwise, and with its word comes React's development build, which is twice as large. */
function alwaysForProduction(): Plugin {
  return {
    name: 'always-for-production',
    apply: 'build',
    config: () => {
      process.env.NODE_ENV = 'production';
    },
  };
}

/** In development the page gets its configuration from the running server, as the server writes it in production. */
function borrowConfiguration(): Plugin {
  return {
    name: 'borrow-configuration',
    apply: 'serve',
    transformIndexHtml: async (html) => {
      const response = await fetch(`${SERVER}/config.json`);
      const config = await response.text();
      return html.replace(
        '</head>',
        () => `<script type="application/json" id="config">${config}</script></head>`,
      );
    },
  };
}

export default defineConfig({
  plugins: [
    alwaysForProduction(),
    react(),
    tailwindcss(),
    serviceWorker(),
    preloads(),
    publicPages(),
    sharedPageFont(),
    precompress(),
    borrowConfiguration(),
  ],
  resolve: {
    alias: { '@supabase/storage-js': fileURLToPath(new URL('build/no-file-storage.ts', import.meta.url)) },
  },
  // For older browsers it would ask for the language of a text in place of its direction, which no page says.
  css: { lightningcss: { exclude: DIR_SELECTOR } },
  // Shared pages are the server's.
  server: { proxy: { '/p/': SERVER } },
  build: {
    target: 'es2023',
    // The Content-Security-Policy lets fonts come from this origin only, so none may become a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // At /licenses.txt: the licenses of what is bundled ask to go along. No screen loads it.
    license: { fileName: 'licenses.txt' },
    // The imports of each module, for the budgets that `npm test` checks.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // By itself, so that what the icons are made with does not wait for what shows them.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            // Every screen behind the sign-in loads both. By default each set of screens that shares a part of
            // them gets a file, and another screen's use of a part makes a first visit larger.
            { name: 'menus-and-dialogs', test: MENUS_AND_DIALOGS, priority: 1 },
            { name: 'editor', test: EDITOR, priority: 1, includeDependenciesRecursively: false },
            // The icons that several screens show come along: they would be a small file by themselves.
            {
              name: 'router',
              test: /node_modules\/(react-router|lucide-react)\//,
              minShareCount: 2,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'queries', test: /node_modules\/@tanstack\/(query-core|react-query)\//, priority: 1 },
            // Small parts of them are shared with what comes later, and would be files of their own.
            {
              name: 'yjs',
              test: /node_modules\/(yjs|lib0)\//,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // The styles of what comes behind a page's text are one file, shared or not.
            {
              name: (id, graph) => (id.endsWith('.css') && layers(id, graph) === 'parts' ? 'parts' : null),
              debugName: 'styles behind the text',
              includeDependenciesRecursively: false,
            },
            {
              name: layers,
              debugName: 'layers',
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
    // In kB before compression: one of Mermaid's layouts is one chunk, loaded with a diagram that asks for it.
    chunkSizeWarningLimit: 1600,
  },
});
