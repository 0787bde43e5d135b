import { expect, test } from 'vitest';
import { Tasks } from './tasks.ts';

test('a word is to be in the line of its task, wherever that one went', () => {
  const tasks = new Tasks();
  tasks.type('w1-1;', 't0-2;');
  const strays = (content: string) => tasks.judge(content).map(({ word }) => word);
  expect(strays('- [x] t0-2; w1-1;\n- [ ] t0-1;')).toEqual([]);
  expect(strays('- [x] t0-2;\n- [ ] t0-1; w1-1;')).toEqual(['w1-1;']);
  // It was removed: the count of words judges that.
  expect(strays('- [ ] t0-2;')).toEqual([]);
  expect(tasks.doubleTicks('- [x] t0-2; w1-1;')).toBe(0);
  expect(tasks.doubleTicks('- [xx] t0-2; w1-1;')).toBe(1);
});
