/** A person's actions in the page tree. */
import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { formatPagesChange } from '../../../src/lib/page/pages-updated.ts';
import { all, textOf } from './person.ts';

export const row = (name: string | RegExp): Locator => page.getByRole('treeitem', { name });

/** Chooses from the menu of a page's row. */
export async function choose(name: string | RegExp, action: string): Promise<void> {
  await row(name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Waits until the tree reads so, each page as its name behind two blanks for each page above it. */
export const expectTree = (expected: readonly string[]): Promise<void> =>
  expect.poll(shownTree).toEqual(expected);

function shownTree(): string[] {
  return all('[role=treeitem]')
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((shown) => {
      const name = shown.querySelector('a');
      return '  '.repeat(Number(shown.getAttribute('aria-level')) - 1) + (name ? textOf(name) : '');
    });
}

/** Drags a row by the mouse, and lets it go. @param at how far down the other row it is dropped, from 0 to 1 */
export async function dragRow(name: string, onto: string, at: number): Promise<void> {
  await startDragging(name, onto, at);
  await drop();
}

/**
 * As far as the moment before it is let go.
 * @returns a movement of the hand that holds it: a browser tells the page many times a second where a dragged thing is, and here only
 *   when it moves, so what a busy machine's timer has put out stays out of sight until then
 */
export async function startDragging(name: string, onto: string, at: number): Promise<() => Promise<void>> {
  const from = (await row(name).findElement()).getBoundingClientRect();
  const to = (await row(onto).findElement()).getBoundingClientRect();
  const target = document.documentElement;
  const middle = from.y + from.height / 2;
  const y = to.y + to.height * at;
  await userEvent.pointer([
    { target, coords: { x: from.x + 60, y: middle } },
    '[MouseLeft>]',
    // A drag begins with a small movement, and the row below notices the second one.
    { target, coords: { x: from.x + 66, y: middle + 4 } },
    { target, coords: { x: to.x + 78, y: (middle + y) / 2 } },
    { target, coords: { x: to.x + 90, y } },
    { target, coords: { x: to.x + 91, y } },
  ]);
  let x = to.x + 91;
  return () => {
    x = x === to.x + 91 ? to.x + 90 : to.x + 91;
    return userEvent.pointer({ target, coords: { x, y } });
  };
}

export const drop = (): Promise<void> => userEvent.pointer('[/MouseLeft]');

/** As when another tab of this browser has changed which pages there are, or where they stand. */
export function changeTreeElsewhere(): void {
  const other = document.body.appendChild(document.createElement('iframe'));
  other.contentWindow?.localStorage.setItem('pages-updated', formatPagesChange({ kind: 'tree' }));
  other.remove();
}
