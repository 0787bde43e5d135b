import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { HttpEnvironment } from '../http-environment.ts';
import { clientAddress, clientNetwork } from './client-address.ts';

function addressOf(trustProxy: boolean, forwarded: string | undefined, remoteAddress = '203.0.113.7') {
  const app = new Hono<HttpEnvironment>();
  app.get('/', (context) => context.text(clientAddress(context, trustProxy)));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const bindings = { incoming: { socket: { remoteAddress } } } as unknown as HttpEnvironment['Bindings'];
  return Promise.resolve(app.request('/', { headers }, bindings)).then((response) => response.text());
}

test('a forwarded address counts for nothing unless a proxy is trusted', async () => {
  expect(await addressOf(false, '198.51.100.1')).toBe('203.0.113.7');
  expect(await addressOf(true, '198.51.100.1')).toBe('198.51.100.1');
});

test.each([
  [
    'the entries of the client come before the entry that the proxy adds',
    '6.6.6.6, 198.51.100.1',
    '198.51.100.1',
  ],
  ['a port is left out', '198.51.100.1:4711', '198.51.100.1'],
  ['an IPv6 address may be in brackets', '[2001:DB8::1]:4711', '2001:db8::1'],
  ['an IPv4 address may be written as IPv6', '::ffff:198.51.100.1', '198.51.100.1'],
  ['nonsense leaves the socket', 'unknown', '203.0.113.7'],
  ['nothing leaves the socket', '', '203.0.113.7'],
])('behind a proxy, %s', async (_name, forwarded, expected) => {
  expect(await addressOf(true, forwarded)).toBe(expected);
});

test.each([
  ['198.51.100.1', '198.51.100.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('%s belongs to %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
