import { expect, test } from 'vitest';
import { newName } from './rename.ts';

test('a new name is trimmed', () => {
  expect(newName('  Plan B ', 'Plan')).toBe('Plan B');
});

test('a blank or unchanged name changes nothing', () => {
  expect(newName('   ', 'Plan')).toBeUndefined();
  expect(newName(' Plan ', 'Plan')).toBeUndefined();
});
