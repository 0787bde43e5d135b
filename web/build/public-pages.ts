/**
 * Makes documents of the pages that need no app: `/`, `/terms` and `/privacy`, from web/content and the components of
 * features/landing. They load the app's styles and none of its code. The app's own page becomes app.html. The server
 * writes its address where %SITE_URL% stands.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

type Renderer = typeof import('../src/features/landing/render-public-pages.tsx');
type PublicPage = ReturnType<Renderer['renderPublicPages']>[number];

const RENDERER = 'src/features/landing/render-public-pages.tsx';
const PICTURES = 'src/features/landing/assets';
/** The file that most texts need. */
export const PUBLIC_FONT = /-latin-wght-.*\.woff2$/;
const WIDTHS = [1024, 2048] as const;
const STYLES_IN_DEVELOPMENT = `<script type="module">import '@fontsource-variable/inter/wght.css'; import '/src/ui/theme/tokens.css';</script>`;

export function publicPages(): Plugin {
  let root = '';
  let directory = '';
  let documents: { readonly name: string; readonly html: string }[] = [];
  return {
    name: 'public-pages',
    enforce: 'post',
    configResolved: (config) => {
      root = config.root;
      directory = path.resolve(root, config.build.outDir);
    },
    generateBundle: async function (_options, bundle) {
      const shell = bundle['index.html'];
      if (shell?.type !== 'asset') throw new Error('The build has no index.html to make the documents from.');
      const html = String(shell.source);
      delete bundle['index.html'];
      this.emitFile({ type: 'asset', fileName: 'app.html', source: html });
      const address = async (name: string) => {
        const source = await readFile(path.join(root, PICTURES, name));
        return `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
      };
      const font = Object.keys(bundle).find((name) => PUBLIC_FONT.test(name));
      const preload = font
        ? `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`
        : '';
      const pages = (await load(root)).renderPublicPages(await readTexts(root), await pictures(address));
      const preview = await address('page-light-2048.webp');
      documents = pages.map((page) => ({
        name: fileName(page.path),
        html: fill(withoutApp(html), page, `${preload}${linkPreview(page, preview)}`),
      }));
    },
    // Last of all, and the landing page last among them: scripts/build-web-app.ts takes it for a finished build.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        for (const { name, html } of documents.toReversed())
          await writeFile(path.join(directory, name), html);
      },
    },
    configureServer: (server) => {
      server.middlewares.use(async (request, response, next) => {
        try {
          const renderer = (await server.ssrLoadModule(`/${RENDERER}`)) as Renderer;
          const inPlace = await pictures(async (name) => `/${PICTURES}/${name}`);
          const pages = renderer.renderPublicPages(await readTexts(root), inPlace);
          const page = pages.find(({ path: address }) => address === request.url?.split('?')[0]);
          if (!page) return next();
          const shell = await readFile(path.join(root, 'index.html'), 'utf8');
          const html = fill(withoutApp(shell), page, STYLES_IN_DEVELOPMENT);
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(await server.transformIndexHtml(page.path, html));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

async function load(root: string): Promise<Renderer> {
  const { module } = await runnerImport<Renderer>(path.join(root, RENDERER), { root, configFile: false });
  return module;
}

async function readTexts(root: string) {
  // An operator who has nothing to say needs no file to say so.
  const optional = (name: string) =>
    readFile(path.join(root, 'content', name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
  const [landing, terms, privacy] = await Promise.all([
    readFile(path.join(root, 'content/landing.json'), 'utf8'),
    optional('terms.md'),
    optional('privacy.md'),
  ]);
  return { landing, terms, privacy };
}

async function pictures(address: (name: string) => Promise<string>) {
  const sizes = async (theme: string) => {
    const [small, large] = await Promise.all(WIDTHS.map((width) => address(`page-${theme}-${width}.webp`)));
    return { 1024: small ?? '', 2048: large ?? '' };
  };
  return { light: await sizes('light'), dark: await sizes('dark') };
}

function fileName(address: string): string {
  return address === '/' ? 'index.html' : `${address.slice(1)}.html`;
}

/** The app's page without the app: styles, icons and theme stay. */
function withoutApp(html: string): string {
  const bare = html
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replaceAll(/\s*<noscript>.*?<\/noscript>/gs, '');
  return replaceOnce(bare, /\s*<meta\s+name="description"[^>]*>/, '');
}

function fill(html: string, { title, description, markup }: PublicPage, head: string): string {
  const about =
    description === '' ? '' : `<meta name="description" content="${escapeAttribute(description)}">`;
  const titled = replaceOnce(html, /<title>.*?<\/title>/, `<title>${escapeAttribute(title)}</title>${about}`);
  const headed = replaceOnce(titled, '</head>', `${head}<script src="/visitor.js"></script></head>`);
  return replaceOnce(headed, '<div id="root"></div>', `<div id="root">${markup}</div>`);
}

/** The link preview for search engines and chats. */
function linkPreview({ path: address, title, description }: PublicPage, picture: string): string {
  const properties = [
    ['og:type', 'website'],
    ['og:site_name', 'Trellis'],
    ['og:url', `%SITE_URL%${address}`],
    ['og:title', title],
    ['og:description', description],
    ['og:image', `%SITE_URL%${picture}`],
  ] as const;
  const metas = properties
    .filter(([, content]) => content !== '')
    .map(([property, content]) => `<meta property="${property}" content="${escapeAttribute(content)}">`);
  return `<link rel="canonical" href="%SITE_URL%${address}">${metas.join('')}<meta name="twitter:card" content="summary_large_image">`;
}

/** @throws {Error} when it is not there: then index.html has changed and this file has not */
function replaceOnce(html: string, what: string | RegExp, by: string): string {
  if (html.search(what) < 0) throw new Error(`index.html has no ${what}`);
  return html.replace(what, () => by);
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
