import { expect, test } from 'vitest';
import { buildConfig } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import { banner } from './announce.ts';

const bannerFor = (siteUrl: string) => banner(buildConfig(readEnvironment({ SITE_URL: siteUrl })), undefined);

test('the start says that others on the network need https', () => {
  expect(bannerFor('http://docs.lan:3000')).toContain('Passwords and pages can be read on the way');
});

test.each([
  'https://docs.example.com',
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://a.localhost',
])('the start warns of nothing at %s', (siteUrl) => {
  expect(bannerFor(siteUrl)).not.toContain('Passwords');
});
