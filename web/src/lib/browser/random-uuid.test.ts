import { afterEach, expect, test, vi } from 'vitest';
import { randomUuid } from './random-uuid.ts';

afterEach(() => vi.unstubAllGlobals());

/** As a browser has it over plain HTTP. */
function stubRandomBytes(byte: number): void {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(byte) });
}

test('a UUID has its version and its variant with any random bytes', () => {
  stubRandomBytes(0x00);
  expect(randomUuid()).toBe('00000000-0000-4000-8000-000000000000');
  stubRandomBytes(0xff);
  expect(randomUuid()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});

test('no UUID comes twice', () => {
  const made = Array.from({ length: 1000 }, randomUuid);
  expect(new Set(made).size).toBe(made.length);
  for (const id of made)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
