import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { tickTask } from './tick-task.ts';

function ticked(content: string, at: number, shown = content): string {
  const text = new Y.Doc().getText('content');
  text.insert(0, content);
  tickTask(text, shown, at);
  return text.toString();
}

test.each([
  ['- [ ] one', '- [x] one'],
  ['- [x] one', '- [ ] one'],
  ['* [X] one', '* [ ] one'],
  ['12. [ ] one', '12. [x] one'],
  ['-   [ ] one', '-   [x] one'],
])('%s becomes %s', (before, after) => {
  expect(ticked(before, 0)).toBe(after);
});

test('the clicked task is ticked, in quotes and lists, too', () => {
  expect(ticked('- [ ] one\n- [ ] two', 10)).toBe('- [ ] one\n- [x] two');
  expect(ticked('> - - [ ] deep', 4)).toBe('> - - [x] deep');
});

test('no task is ticked where there is none, or where the text has moved', () => {
  expect(ticked('- [ ] one', 2)).toBe('- [ ] one');
  expect(ticked('- one', 0)).toBe('- one');
  expect(ticked('x- [ ] one', 0, '- [ ] one')).toBe('x- [ ] one');
});
