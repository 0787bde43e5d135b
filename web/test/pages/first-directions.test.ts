/** Which way a page goes in the first frame that shows it, before the code for writing is there: a file is a first visit. */
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { openApp } from '../support/open-app.tsx';
import { all } from '../support/person/person.ts';
import { signedIn } from '../support/server/workspace.ts';

const TEXT = `שלום עולם

| שם | מספר | name |
| :-- | --- | --- |
| דן | 12.5 | Dan |

# כותרת

12

- פריט ראשון
  - פנימי
- item

1. אחת

| a | ב |
| - | - |
| ג | 7 |`;

/** Where the words of each stand, and which way they go. */
const drawn = () =>
  all('.page-editor .cm-content :is(.cm-cell, .cm-line)').map((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    const { direction, textAlign } = getComputedStyle(element);
    return { text: element.textContent.replaceAll(' ', ''), left, right, direction, textAlign };
  });

/** Before the next one is drawn. */
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** The code for lines of both directions is the last to come. */
function isWhole(): boolean {
  const [content] = all('.page-editor .cm-content');
  const view = content && EditorView.findFromDOM(content as HTMLElement);
  return view?.state.facet(EditorView.bidiIsolatedRanges).length === 1;
}

test('lines and tables from right to left stand at their side from the first frame on', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan', content: TEXT }] });
  await openApp(`/dashboard/pages/${workspace.pageNamed('Plan').id}`);
  let first = drawn();
  for (; first.length === 0; first = drawn()) await frame();
  expect(isWhole()).toBe(false);
  await expect.poll(isWhole).toBe(true);
  await frame();
  expect(drawn()).toEqual(first);
});
