import { expect, test } from 'vitest';
import { renderThirdParty } from './render-third-party.ts';

const at = (license: string | undefined, more: object = {}) => ({
  'node_modules/@a/b': { version: '1.0.0', ...(license && { license }), ...more },
});

test('names what is run with, and not what only builds or tests', () => {
  expect(renderThirdParty(at('MIT'))).toContain('**MIT**: @a/b');
  expect(renderThirdParty(at('MIT', { dev: true }))).not.toContain('@a/b');
});

test('a license that nobody has looked at stops the making', () => {
  const look = /The license of @a\/b is (AGPL-3.0-only|none): look at it/;
  expect(() => renderThirdParty(at('AGPL-3.0-only'))).toThrow(look);
  expect(() => renderThirdParty(at(undefined))).toThrow(look);
});

test('the libraries within sharp are named with their license and their sources', () => {
  expect(renderThirdParty()).toMatch(/LGPL-3\.0-or-later\*\*: libvips[\s\S]+sharp-libvips-linux-x64/);
});
