/**
 * Gives the font an address that never changes, for the pages that are shared with everyone: those are made by a function
 * (supabase/functions/public-page), which knows nothing of this build.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const SOURCE = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
/** As the function's style has it. */
const ADDRESS = '/fonts/inter.woff2';

export function sharedPageFont(): Plugin {
  const read = () => readFile(createRequire(import.meta.url).resolve(SOURCE));
  return {
    name: 'shared-page-font',
    generateBundle: async function () {
      this.emitFile({ type: 'asset', fileName: ADDRESS.slice(1), source: await read() });
    },
    configureServer: (server) => {
      server.middlewares.use(ADDRESS, (_request, response, next) => {
        read().then((font) => response.setHeader('content-type', 'font/woff2').end(font), next);
      });
    },
  };
}
