import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { PageWithoutWindow } from '../corpus/page-without-window.ts';
import { keepFirstMarks } from '../shared-text/one-mark-per-task.ts';
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

/** Two read the page, and tick the same task before either hears of the other. */
function tickedByTwo(): Y.Text {
  const start = new Y.Doc();
  start.getText('content').insert(0, '- [ ] one');
  const [one, other] = [0, 1].map(() => {
    const document = new Y.Doc();
    Y.applyUpdate(document, Y.encodeStateAsUpdate(start));
    tickTask(document.getText('content'), '- [ ] one', 0);
    return document;
  }) as [Y.Doc, Y.Doc];
  Y.applyUpdate(one, Y.encodeStateAsUpdate(other));
  expect(one.getText('content').toString()).toBe('- [xx] one');
  return one.getText('content');
}

test('of two ticks that met the first one stays, for those who read and for an editor that comes later', async () => {
  const [read, written] = [tickedByTwo(), tickedByTwo()];
  keepFirstMarks(read);
  expect(read.toString()).toBe('- [x] one');
  const page = new PageWithoutWindow(written);
  await Promise.resolve();
  expect(page.state.sliceDoc()).toBe('- [x] one');
});
