import { expect, test } from 'vitest';
import { hasSharp } from './has-sharp.ts';

test('a platform without a build is known before any picture is asked for', () => {
  expect(hasSharp()).toBe(true);
  expect(hasSharp({ platform: 'sunos', arch: 'mips' })).toBe(false);
});
