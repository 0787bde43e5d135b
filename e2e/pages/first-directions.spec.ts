/// <reference lib="dom" />
/** Which way a page goes in the first frame that shows it, before the code for writing is there. */
import { content, createPage, expect, newAccount, saved, signUp, test } from '../support/journey.ts';

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

interface Noted {
  /** The lines and cells as the first frame shows them. */
  first?: readonly Drawn[];
  drawn(): readonly Drawn[];
}

interface Drawn {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly direction: string;
}

/** Runs in the page before its scripts. */
function noteFirstFrame(): void {
  const noted: Noted = {
    drawn: () =>
      [...document.querySelectorAll('.page-editor .cm-content :is(.cm-cell, .cm-line)')].map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right } = range.getBoundingClientRect();
        return {
          text: element.textContent.trim(),
          left,
          right,
          direction: getComputedStyle(element).direction,
        };
      }),
  };
  const look = () => {
    const drawn = noted.drawn();
    if (drawn.length > 0) noted.first = drawn;
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  Object.assign(window, { noted });
}

test('lines and tables from right to left stand at their side from the first frame on', async ({
  person,
}) => {
  await signUp(person, newAccount('Ada Lovelace'));
  await createPage(person, 'Plan');
  await content(person).click();
  await person.keyboard.insertText(TEXT);
  await saved(person);
  await person.addInitScript(noteFirstFrame);
  await person.reload();
  await expect(content(person)).toBeVisible();
  // The code for writing has come: the bar of formats is its.
  await person.waitForLoadState('networkidle');
  const [first, now] = await person.evaluate(() => {
    const { noted } = window as unknown as { readonly noted: Noted };
    return [noted.first, noted.drawn()];
  });
  expect(now.length).toBeGreaterThan(10);
  expect(now.filter(({ direction }) => direction === 'rtl').length).toBeGreaterThan(5);
  expect(first).toEqual(now);
});
