import { expect, test } from 'vitest';
import { firstLines } from './first-lines.ts';

test('a page begins with its first lines that say something, without marks', () => {
  const text =
    '---\ntitle: A\n---\n\n# Plan\n\nSome **bold** [words](/x)\n\n---\n\n- [ ] Fuel\n```js\ncode\n```\n> Quote';
  expect(firstLines(text)).toEqual(['Plan', 'Some bold words', 'Fuel', 'code', 'Quote']);
  expect(firstLines('%%\nfor writers\n\n%%\nA %%secret%% plan')).toEqual(['A  plan']);
  expect(firstLines('')).toEqual([]);
  expect(firstLines('a\n'.repeat(50))).toHaveLength(6);
});
