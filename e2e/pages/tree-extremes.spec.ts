/// <reference lib="dom" />
/** Trees that are deep, long, or named in unusual ways. */
import { expect, newAccount, signUp, test } from '../support/journey.ts';
import { addPages, choose, row } from '../support/tree.ts';

test('two hundred levels are shown, and the page at their end is revealed', async ({ person }) => {
  await signUp(person, newAccount('Deep Person'));
  const ids = Array.from({ length: 200 }, () => crypto.randomUUID());
  await addPages(
    person,
    ids.map((id, level) => ({ id, name: `Level ${level + 1}`, parent_id: ids[level - 1] ?? null })),
  );
  await person.goto(`/dashboard/pages/${ids.at(-1)}`);
  const last = row(person, /^Level 200$/);
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(last).toHaveAttribute('aria-level', '200');
  await expect(last.getByText('Level 200')).toBeInViewport({ ratio: 1 });
  const overflow = await person.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  // The way there folds where it has no room, and not beside free room.
  const crumbs = person.getByRole('navigation', { name: 'Breadcrumbs' });
  const fold = crumbs.getByRole('button', { name: 'Show the way here' });
  const freeRoom = () =>
    crumbs.evaluate((nav) => {
      const last = nav.querySelector('[aria-current]') as Element;
      return nav.getBoundingClientRect().right - last.getBoundingClientRect().right;
    });
  for (const width of [360, 768, 1280, 1920]) {
    await person.setViewportSize({ width, height: 800 });
    await expect(fold).toBeVisible();
    // Another crumb, "Level 198", would not have fitted.
    if (width >= 768) await expect.poll(freeRoom).toBeLessThan(120);
  }
  await person.goto(`/dashboard/pages/${ids[4]}`);
  await expect(crumbs).toContainText('Level 5');
  await expect(fold).toBeHidden();
  await expect(crumbs.getByRole('link')).toHaveText([
    'Dashboard',
    ...[1, 2, 3, 4].map((at) => `Level ${at}`),
  ]);
  await person.setViewportSize({ width: 900, height: 800 });
  await expect(fold).toBeVisible();
});

test('names of any length and script stay in their rows', async ({ person }) => {
  await signUp(person, newAccount('Name Person'));
  const long = 'Wort '.repeat(100).trim();
  const emoji = '👩‍👩‍👧‍👦🚀 Launch';
  const arabic = 'خطة السفر الطويلة جدا إلى الشمال والجنوب والشرق والغرب';
  await addPages(
    person,
    [long, emoji, arabic].map((name) => ({ name })),
  );
  for (const name of [long, emoji, arabic]) {
    const box = await row(person, name).boundingBox();
    expect(box?.height).toBe(32);
    expect(box?.width).toBeLessThanOrEqual(320);
  }
  // The beginning of a name stays in view, which is at the right of one that is read from there.
  await expect(row(person, arabic).getByRole('link')).toHaveCSS('direction', 'rtl');

  await row(person, emoji).focus();
  await person.keyboard.press('F2');
  await person.keyboard.insertText('x'.repeat(10_000));
  await expect(person.getByRole('tree').getByRole('textbox')).toHaveValue('x'.repeat(500));
  await person.keyboard.press('Enter');
  await expect(row(person, 'x'.repeat(500))).toBeVisible();
  await choose(person, 'x'.repeat(500), 'Duplicate');
  await person.reload();
  await expect(row(person, `${'x'.repeat(495)} copy`)).toBeVisible();
});

test('ten thousand pages draw only the rows in view, and the last is a key away', async ({ person }) => {
  // Most of its time, the database takes ten thousand pages in.
  test.slow();
  await signUp(person, newAccount('Many Person'));
  const pages = Array.from({ length: 10_000 }, (_, at) => ({ name: `Page ${at}`, order_index: at + 1 }));
  await addPages(person, pages);
  await expect(row(person, /^Page 0$/)).toBeVisible({ timeout: 30_000 });
  expect(await person.getByRole('treeitem').count()).toBeLessThan(80);
  await row(person, /^Page 0$/).focus();
  // An arrow key that is held goes on by one page each time, past what is drawn.
  for (let times = 0; times < 50; times++) await person.keyboard.down('ArrowDown');
  await person.keyboard.up('ArrowDown');
  await expect(row(person, /^Page 50$/)).toBeFocused();
  await person.keyboard.press('End');
  await expect(row(person, /^Page 9999$/)).toBeFocused();
  await person.getByLabel('Filter pages').fill('page 777');
  await expect(person.getByRole('treeitem')).toHaveCount(11);
});
