/**
 * Builds the service worker: web/service-worker/service-worker.ts with the list of this build's files in front. It
 * is not part of the app's module graph, so that no module of the app can end up in it.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, type Rolldown, transformWithOxc } from 'vite';

const SOURCE = 'service-worker/service-worker.ts';
// For an operator whose users are stuck: the next build removes the worker from every browser.
const OFF = 'service-worker/service-worker-off.js';
const RARE = [/\/katex-library\.ts$/, /\/mermaid-library\.ts$/, /\/jschardet[^/]*\.js$/];
// Other scripts' letters are loaded, and then kept, when a page has such letters.
const KEPT_FONT = /-latin-wght-/;

export function serviceWorker(): Plugin {
  let root = '';
  return {
    name: 'service-worker',
    // Behind Vite's own, which takes away scripts that hold nothing but styles: one missing file, and the worker installs nothing.
    enforce: 'post',
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
      const rare = rareFiles(bundle);
      const files = [
        ...Object.keys(bundle).filter((name) => isKept(name) && !rare.has(name)),
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

/**
 * The code that draws formulas and diagrams, and that tells the encoding of a ZIP's names, is larger than all the rest, and most people
 * never need it: its files are kept once they were asked for.
 * @throws {Error} where one of them has moved: every browser would load it at its first visit
 */
function rareFiles(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const isRare = ({ facadeModuleId }: Rolldown.OutputChunk) =>
    RARE.some((rare) => rare.test(facadeModuleId ?? ''));
  const missing = RARE.filter(
    (rare) => !chunks.some(({ facadeModuleId }) => rare.test(facadeModuleId ?? '')),
  );
  if (missing.length > 0) throw new Error(`No script of the build is ${missing.join(' or ')}.`);
  const usual = new Set<string>();
  const waiting = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = bundle[name];
    if (usual.has(name) || chunk?.type !== 'chunk' || isRare(chunk)) continue;
    usual.add(name);
    waiting.push(...chunk.imports, ...chunk.dynamicImports);
  }
  const styles = new Set([...usual].flatMap((name) => stylesOf(bundle, name)));
  return new Set([
    ...chunks.map(({ fileName }) => fileName).filter((name) => !usual.has(name)),
    ...chunks.flatMap(({ fileName }) => stylesOf(bundle, fileName)).filter((name) => !styles.has(name)),
  ]);
}

function stylesOf(bundle: Rolldown.OutputBundle, name: string): string[] {
  const chunk = bundle[name];
  return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
}

function isKept(name: string): boolean {
  return /\.(js|css)$/.test(name) || KEPT_FONT.test(name);
}
