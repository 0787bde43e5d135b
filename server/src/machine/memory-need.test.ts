import { expect, test } from 'vitest';
import { databaseMemoryMb, heldMemoryMb, memoryAdvice, SERVER_NEEDS_MB } from './memory-need.ts';

test('too little memory is told with the remedy, enough is not', () => {
  expect(memoryAdvice('Trellis', 512, 'give it more.', 400.5)).toBe(
    'Trellis needs 512 MB of memory, and only 400 MB are allowed here: give it more.',
  );
  expect(memoryAdvice('Trellis', 512, 'give it more.', 512)).toBeUndefined();
});

test('the embedded database takes what the rest of the server leaves, and no more than it needs', () => {
  expect([64, 512, 600, 1024, 16_000].map(databaseMemoryMb)).toEqual([192, 256, 344, 512, 512]);
});

test('bodies and unread answers take what is left, so that nobody fills a small server’s memory', () => {
  const { embedded, postgres } = SERVER_NEEDS_MB;
  expect([heldMemoryMb('embedded', embedded), heldMemoryMb('embedded', 1024)]).toEqual([48, 176]);
  expect([heldMemoryMb('postgres', postgres), heldMemoryMb('postgres', 512)]).toEqual([48, 176]);
  expect(heldMemoryMb('embedded', 16_000)).toBe(256);
  for (const limit of [embedded, 700, 1024])
    expect(databaseMemoryMb(limit) + 2 * heldMemoryMb('embedded', limit)).toBeLessThan(limit - 150);
});
