// The same on every database: its subject is files of the web app.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';

const server = useTestServer();
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server().url}${path}`, { headers, redirect: 'manual' });

// Needs a build, which `npm test` makes first.
describe.runIf(existsSync(fileURLToPath(new URL('../../../web/dist/index.html', import.meta.url))))(
  'the web app',
  () => {
    test.each(['/', '/auth/login', '/invite', '/dashboard/pages/1', '/dashboard/pages/1/history'])(
      '%s is the app',
      async (path) => {
        const response = await get(path);
        expect(response.status).toBe(200);
        expect(response.headers.get('cache-control')).toBe('no-cache');
        const html = await response.text();
        const [, config] = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(html) ?? [];
        expect(JSON.parse(config ?? '')).toEqual(await (await get('/config.json')).json());
      },
    );

    test.each([
      ['/', '/'],
      ['/terms', '/terms'],
      ['/privacy', '/privacy'],
    ])('%s is a document that names itself and loads nothing of the app', async (path, canonical) => {
      const html = await (await get(path)).text();
      expect(html).toContain(`<link rel="canonical" href="${server().config.siteUrl}${canonical}">`);
      expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
      expect(html).not.toContain('%SITE_URL%');
      expect(html).not.toContain('type="module"');
    });

    test.each([
      ['/index.html', '/'],
      ['/terms.html', '/terms'],
      ['/app.html', '/'],
    ])('%s leads to the page at %s', async (path, location) => {
      const response = await get(path);
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe(location);
    });

    test('a page’s document names the files that the page needs, and only them', async () => {
      const html = await (await get('/dashboard/pages/1')).text();
      const files = [...html.matchAll(/<link rel="(?:module)?preload"[^>]* href="([^"]+)"/g)].map(
        ([, file]) => file,
      );
      expect(files.length).toBeGreaterThan(10);
      const scripts = files.filter((file) => file?.endsWith('.js'));
      expect(new Set(scripts).size).toBe(scripts.length);
      for (const file of files) expect((await get(file ?? '')).status, file).toBe(200);
      const signIn = await (await get('/auth/login')).text();
      expect(signIn).toContain('rel="modulepreload"');
      expect(signIn.length).toBeLessThan(html.length);
    });

    test('search engines learn which pages are public', async () => {
      expect(await (await get('/robots.txt')).text()).toContain('Disallow: /dashboard');
    });

    test('hashed files are cached for ever and travel compressed', async () => {
      const html = await (await get('/auth/login')).text();
      const [script] = /\/assets\/[^"]+\.js/.exec(html) ?? [];
      const response = await get(script ?? '', { 'accept-encoding': 'br' });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-encoding')).toBe('br');
      expect(response.headers.get('cache-control')).toContain('immutable');
    });

    test.each([
      ['/', 'gzip, deflate, br', 'br'],
      ['/dashboard', 'gzip;q=1.0, br;q=0.2', 'br'],
      ['/terms', 'gzip, br;q=0', 'gzip'],
      ['/', 'identity', null],
    ])(
      '%s for a browser that takes %s travels as %s, and is the same page',
      async (path, offer, encoding) => {
        const response = await get(path, { 'accept-encoding': offer });
        expect(response.headers.get('content-encoding')).toBe(encoding);
        expect(response.headers.get('vary')).toBe('Accept-Encoding');
        expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
        // fetch() unpacks the body as a browser does.
        expect(await response.text()).toBe(await (await get(path, { 'accept-encoding': 'identity' })).text());
        const again = await get(path, {
          'accept-encoding': offer,
          'if-none-match': response.headers.get('etag') ?? '',
        });
        expect(again.status).toBe(304);
        expect(again.headers.get('vary')).toBe('Accept-Encoding');
      },
    );

    test('public pages may do less than the app', async () => {
      const policy = async (path: string) =>
        (await get(path, { accept: 'text/html' })).headers.get('content-security-policy');
      expect(await policy('/terms')).toBe(await policy('/'));
      expect(await policy('/')).toContain("style-src 'self';");
      expect(await policy('/')).not.toMatch(/unsafe|connect-src/);
      expect(await policy('/dashboard')).toContain('connect-src');
    });

    test.each(['/', '/dashboard', '/favicon.svg'])(
      '%s is revalidated each time, and mostly unchanged',
      async (path) => {
        const first = await get(path);
        expect(first.headers.get('cache-control')).toBe('no-cache');
        const second = await get(path, { 'if-none-match': first.headers.get('etag') ?? '' });
        expect(second.status).toBe(304);
        expect(second.headers.get('content-security-policy')).toBe(
          first.headers.get('content-security-policy'),
        );
      },
    );

    test('fonts are cached for ever, with their own type', async () => {
      const style = /\/assets\/[^"]+\.css/.exec(await (await get('/')).text())?.[0] ?? '';
      const [font] = /\/assets\/[^)"]+\.woff2/.exec(await (await get(style)).text()) ?? [];
      const response = await get(font ?? '');
      expect(response.headers.get('content-type')).toBe('font/woff2');
      expect(response.headers.get('cache-control')).toContain('immutable');
    });

    test.each([
      '/healthz',
      '/ready',
      '/metrics',
      '/app',
      '/no/such/place',
      '/dashboard/nothing',
      '/assets/gone-123.js',
    ])('%s is nowhere: a probe gets JSON with 404', async (path) => {
      for (const accept of ['*/*', 'application/json']) {
        const response = await get(path, { accept });
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual({ message: 'There is nothing at this address.' });
      }
    });

    test('a person at an unknown address comes to the landing page', async () => {
      const headers = { accept: 'text/html,*/*;q=0.8' };
      const response = await fetch(`${server().url}/no/such/place`, { headers, redirect: 'manual' });
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe('/');
      expect(response.headers.get('vary')).toContain('Accept');
    });

    test('an unknown address takes nothing either', async () => {
      const response = await fetch(`${server().url}/no/such/place`, { method: 'POST', body: 'x' });
      expect(response.status).toBe(404);
    });

    test.each([
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/..%2f..%2fpackage.json',
    ])('%s does not leave the folder', async (path) => {
      expect(await (await get(path)).text()).not.toContain('"workspaces"');
    });
  },
);
