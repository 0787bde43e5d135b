import { expect, test } from 'vitest';
import { memoryAdvice } from './memory-need.ts';

test('too little memory is told with the remedy, enough is not', () => {
  expect(memoryAdvice('Trellis', 512, 'give it more.', 400.5)).toBe(
    'Trellis needs 512 MB of memory, and only 400 MB are allowed here: give it more.',
  );
  expect(memoryAdvice('Trellis', 512, 'give it more.', 512)).toBeUndefined();
});
