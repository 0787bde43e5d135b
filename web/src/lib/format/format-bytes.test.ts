import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [820, '820 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [1500, '1.5 KB'],
  [9949, '9.9 KB'],
  [9950, '10 KB'],
  [14_200, '14 KB'],
  [999_499, '999 KB'],
  [999_500, '1 MB'],
  [999_900, '1 MB'],
  [2_440_000, '2.4 MB'],
  [104_857_600, '105 MB'],
  [2_340_000_000, '2.3 GB'],
  [5e15, '5000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
