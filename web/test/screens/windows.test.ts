/** In any window, every control can be reached. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessible } from '../support/person/accessible.ts';
import { title } from '../support/person/editor.ts';
import { button, isInView, press } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { signedIn } from '../support/server/workspace.ts';

const account = () => page.getByRole('button', { name: /^Account:/ });
const inView = (find: () => ReturnType<typeof account>) =>
  expect.poll(() => find().elements().map(isInView)).toEqual([true]);

test('the account is in view in the lowest window, and the tree scrolls', async () => {
  signedIn({ pages: Array.from({ length: 40 }, (_, at) => ({ name: `Page ${at}` })) });
  await openApp('/dashboard');
  for (const [width, height] of [
    [1280, 700],
    [1280, 480],
    [360, 700],
    [360, 480],
  ] as const) {
    await page.viewport(width, height);
    if (width < 768) await button('Open menu').click();
    await inView(account);
    (await page.getByRole('treeitem').first().findElement()).focus();
    await press('End');
    await inView(() => row('Page 39'));
    await inView(account);
    if (width < 768) await press('Escape');
  }
});

test('in a low window, as at 200 %, everything in the menu can be reached', async () => {
  await page.viewport(640, 360);
  signedIn({ pages: ['One', 'Two', 'Three'].map((name) => ({ name })) });
  await openApp('/dashboard');
  await button('Open menu').click();
  await row('Three').hover();
  await inView(() => row('Three'));
  await page.getByRole('link', { name: 'Settings' }).wheel({ delta: { y: 1000 } });
  await inView(account);
  await expectAccessible();
  await row('Three').click();
  await expect.element(title()).toHaveValue('Three');
});
