/** Trees that are deep, long, or named in unusual ways. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import {
  count,
  focused,
  insert,
  isInView,
  overflow,
  press,
  says,
  see,
  texts,
} from '../support/person/person.ts';
import { expectTree, row } from '../support/person/tree.ts';
import { signedIn } from '../support/server/workspace.ts';

test('two hundred levels are shown, and the last page is revealed', async () => {
  const workspace = signedIn();
  const ids: string[] = [];
  for (let level = 1; level <= 200; level++)
    ids.push(workspace.addPage({ name: `Level ${level}`, parent_id: ids.at(-1) ?? null }));
  await openApp(`/dashboard/pages/${ids.at(-1)}`);
  const last = row(/^Level 200$/);
  await expect.poll(() => last.elements().map(isInView)).toEqual([true]);
  await expect.element(last).toHaveAttribute('aria-level', '200');
  expect(isInView(await last.getByText('Level 200').findElement())).toBe(true);
  await expect.poll(overflow).toBeLessThanOrEqual(0);

  // The way there folds where it has no room, and not beside free room.
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  const fold = crumbs.getByRole('button', { name: 'Show the way here' });
  const freeRoom = () => {
    const nav = crumbs.element();
    const end = nav.querySelector('[aria-current]')?.getBoundingClientRect().right ?? 0;
    return nav.getBoundingClientRect().right - end;
  };
  for (const width of [360, 768, 1280, 1920]) {
    await page.viewport(width, 800);
    await see(fold);
    // Another crumb, "Level 198", would not have fitted.
    if (width >= 768) await expect.poll(freeRoom).toBeLessThan(120);
  }
  await openApp(`/dashboard/pages/${ids[4]}`);
  await says(crumbs, 'Level 5');
  await expect.element(fold).not.toBeInTheDocument();
  await texts(crumbs.getByRole('link'), ['Dashboard', ...[1, 2, 3, 4].map((level) => `Level ${level}`)]);
  await page.viewport(900, 800);
  await see(fold);
});

test('names of any length and script stay in their rows', async () => {
  const long = 'Wort '.repeat(100).trim();
  const emoji = '👩‍👩‍👧‍👦🚀 Launch';
  const arabic = 'خطة السفر الطويلة جدا إلى الشمال والجنوب والشرق والغرب';
  const workspace = signedIn({ pages: [long, emoji, arabic].map((name) => ({ name })) });
  await openApp('/dashboard');
  await expectTree([long, emoji, arabic]);
  for (const name of [long, emoji, arabic]) {
    const box = (await row(name).findElement()).getBoundingClientRect();
    expect(box.height).toBe(32);
    expect(box.width).toBeLessThanOrEqual(320);
  }
  // The beginning of a name stays in view: at the right of a right-to-left name.
  const link = await row(arabic).getByRole('link').findElement();
  expect(getComputedStyle(link).direction).toBe('rtl');

  (await row(emoji).findElement()).focus();
  await press('F2');
  await insert('x'.repeat(10_000));
  await expect.element(page.getByRole('tree').getByRole('textbox')).toHaveValue('x'.repeat(500));
  await press('Enter');
  await see(row('x'.repeat(500)));
  await expect.poll(() => workspace.pages[1]?.name).toBe('x'.repeat(500));
});

test('ten thousand pages draw only the rows in view, and the last is a key away', async () => {
  signedIn({ pages: Array.from({ length: 10_000 }, (_, at) => ({ name: `Page ${at}` })) });
  await openApp('/dashboard');
  await see(row(/^Page 0$/));
  expect(page.getByRole('treeitem').elements().length).toBeLessThan(80);
  (await row(/^Page 0$/).findElement()).focus();
  // A held arrow key goes on by one page each time, past the drawn rows.
  await press(...Array.from({ length: 50 }, () => 'ArrowDown'));
  await focused(row(/^Page 50$/));
  await press('End');
  await focused(row(/^Page 9999$/));
  await page.getByLabelText('Filter pages').fill('page 777');
  await count(page.getByRole('treeitem'), 11);
});
