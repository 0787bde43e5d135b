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
    test.each(['/', '/auth/login', '/dashboard/pages/1', '/no/such/place'])('%s is the app', async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const html = await response.text();
      const [, config] = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(html) ?? [];
      expect(JSON.parse(config ?? '')).toEqual(await (await get('/config.json')).json());
    });

    test('no script may come from elsewhere, nor stand in the page', async () => {
      const policy = (await get('/')).headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(policy).toContain("frame-ancestors 'none'");
    });

    test('hashed files are kept for ever and travel compressed', async () => {
      const html = await (await get('/')).text();
      const [script] = /\/assets\/[^"]+\.js/.exec(html) ?? [];
      const response = await get(script ?? '', { 'accept-encoding': 'br' });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-encoding')).toBe('br');
      expect(response.headers.get('cache-control')).toContain('immutable');
    });

    test('a file that is gone is not answered with the app', async () => {
      expect((await get('/assets/gone-123.js')).status).toBe(404);
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
