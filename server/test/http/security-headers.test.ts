// The same on every database: its subject is headers.
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';

const EVERYWHERE = ['/', '/health', '/config.json', '/auth/v1/settings', '/rest/v1/pages', '/storage/v1/x'];

describe('on this machine', () => {
  const server = useTestServer();

  test.each(EVERYWHERE)('%s carries the headers that a security scanner asks for', async (path) => {
    const { headers } = await fetch(`${server().url}${path}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    // A browser would then refuse to come back over plain HTTP.
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  test('an answer of the APIs may load nothing, even when it is an error', async () => {
    for (const path of ['/rest/v1/pages', '/auth/v1/user', '/auth/v1/nothing']) {
      const { headers } = await fetch(`${server().url}${path}`);
      expect(headers.get('content-security-policy')).not.toContain("'self'");
    }
  });

  test('a page runs no inline script, and none from elsewhere', async () => {
    for (const path of ['/', '/dashboard']) {
      const { headers } = await fetch(`${server().url}${path}`);
      expect(headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(headers.get('content-security-policy')).not.toMatch(/style-src-attr '(?!none)/);
    }
  });

  test('other sites may still call the APIs', async () => {
    const { headers } = await fetch(`${server().url}/rest/v1/pages`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('over plain HTTP to another machine', () => {
  const server = useTestServer({ siteUrl: 'http://docs.lan:3000' });

  test.each(EVERYWHERE)('%s sends no header that browsers heed behind TLS alone', async (path) => {
    const { headers } = await fetch(`${server().url}${path}`);
    // Browsers write an error into the console of every page that sends it.
    expect(headers.has('cross-origin-opener-policy')).toBe(false);
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
  });
});

describe('behind TLS', () => {
  const server = useTestServer({ siteUrl: 'https://docs.example.com' });

  test.each(EVERYWHERE)('%s asks browsers to always come by TLS', async (path) => {
    const { headers } = await fetch(`${server().url}${path}`);
    // Its subdomains may be others', without TLS.
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });
});

describe('behind TLS, on a host whose subdomains all have it', () => {
  const server = useTestServer({ siteUrl: 'https://docs.example.com', hstsSubdomains: true });

  test('browsers are asked to come to those by TLS, too', async () => {
    const { headers } = await fetch(`${server().url}/health`);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}; includeSubDomains$/);
  });
});
