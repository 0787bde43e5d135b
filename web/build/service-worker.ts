/**
 * Builds the service worker: web/service-worker/service-worker.ts with the list of this build's files in front. It
 * is not part of the app's module graph, so that no module of the app can end up in it.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const SOURCE = 'service-worker/service-worker.ts';
// For an operator whose users are stuck: the next build removes the worker from every browser.
const OFF = 'service-worker/service-worker-off.js';
// Other scripts' letters are loaded, and then kept, when a page has such letters.
const KEPT_FONT = /-latin-wght-/;

export function serviceWorker(): Plugin {
  let root = '';
  return {
    name: 'service-worker',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: async function (_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (!entry) throw new Error('The build has no entry for the service worker to look for.');
      const source = await readFile(path.join(root, SOURCE), 'utf8');
      if (process.env.SERVICE_WORKER === 'off') {
        const off = await readFile(path.join(root, OFF));
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: off });
        return;
      }
      const { code } = await transformWithOxc(source, SOURCE);
      const files = [
        ...Object.keys(bundle).filter(isKept),
        ...(await readdir(path.join(root, 'public'))).filter(
          (name) => name.endsWith('.js') || name.endsWith('.svg'),
        ),
      ]
        .sort()
        .map((name) => `/${name}`);
      const version = createHash('sha256')
        .update(JSON.stringify(files))
        .update(code)
        .digest('hex')
        .slice(0, 12);
      const build = { version, entry: `/${entry.fileName}`, files };
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: `const BUILD = ${JSON.stringify(build)};\n${code}`,
      });
    },
  };
}

function isKept(name: string): boolean {
  return /\.(js|css)$/.test(name) || KEPT_FONT.test(name);
}
