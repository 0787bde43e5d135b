import { expect, test } from 'vitest';
import { databaseMemoryMb, memoryAdvice } from './memory-need.ts';

test('too little memory is told with the remedy, enough is not', () => {
  expect(memoryAdvice('Trellis', 512, 'give it more.', 400.5)).toBe(
    'Trellis needs 512 MB of memory, and only 400 MB are allowed here: give it more.',
  );
  expect(memoryAdvice('Trellis', 512, 'give it more.', 512)).toBeUndefined();
});

test('the embedded database takes what the rest of the server leaves, and no more than it needs', () => {
  expect([64, 512, 600, 1024, 16_000].map(databaseMemoryMb)).toEqual([192, 256, 344, 512, 512]);
});
