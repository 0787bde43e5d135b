/** The sidebar's width, and what of it is in view. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { focused, isInView, press, see } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { signedIn } from '../support/server/workspace.ts';

const edge = () => page.getByRole('separator', { name: 'Sidebar width' });
const width = () =>
  page.getByRole('complementary', { name: 'Sidebar' }).element().getBoundingClientRect().width;

test('the sidebar is as wide as its edge was moved, also after a reload', async () => {
  await page.viewport(1280, 800);
  signedIn();
  await openApp('/dashboard');
  await see(edge());
  expect(width()).toBe(320);
  (await edge().findElement()).focus();
  await press('ArrowLeft', 'ArrowLeft');
  expect(width()).toBe(288);
  await expect.element(edge()).toHaveAttribute('aria-valuenow', '288');
  await press('Home', 'ArrowLeft');
  expect(width()).toBe(240);
  await press('End', 'ArrowRight');
  expect(width()).toBe(420);
  await press('ArrowLeft');
  await focused(edge());
  await openApp('/dashboard');
  await see(edge());
  expect(width()).toBe(404);
  await edge().dblClick();
  await expect.poll(width).toBe(320);
  await expectAccessibleInBothThemes();
});

test('the edge follows the pointer, within bounds', async () => {
  await page.viewport(1280, 800);
  signedIn();
  await openApp('/dashboard');
  const element = await edge().findElement();
  const { left, top } = element.getBoundingClientRect();
  const point = (type: string, x: number) =>
    element.dispatchEvent(
      new PointerEvent(type, { pointerId: 1, button: 0, clientX: x, clientY: top, bubbles: true }),
    );
  // A made-up pointer cannot be captured.
  element.setPointerCapture = () => {};
  point('pointerdown', left + 4);
  point('pointermove', left + 64);
  expect(width()).toBe(380);
  point('pointermove', left + 400);
  expect(width()).toBe(420);
  point('lostpointercapture', left - 36);
  await expect.poll(width).toBe(280);
  await expect.element(edge()).toHaveAttribute('aria-valuenow', '280');
});

test('ten pages are in view at 800 px, and at 700 px nothing else falls below the fold', async () => {
  signedIn({ pages: Array.from({ length: 30 }, (_, at) => ({ name: `Page ${at}` })) });
  await page.viewport(1280, 800);
  await openApp('/dashboard');
  await see(row('Page 9'));
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const foot = () => sidebar.getByRole('link', { name: 'Trash' }).element().getBoundingClientRect().top;
  await expect
    .poll(
      () =>
        row(/^Page 9$/)
          .element()
          .getBoundingClientRect().bottom,
    )
    .toBeLessThanOrEqual(foot());
  await page.viewport(1280, 700);
  for (const name of ['Dashboard', 'Trash', 'Integrations', 'Settings'])
    await expect.poll(() => isInView(sidebar.getByRole('link', { name, exact: true }).element())).toBe(true);

  // The tree and what stands above it scroll as one.
  (await row(/^Page 0$/).findElement()).focus();
  await press('End');
  await focused(row(/^Page 29$/));
  await expect
    .poll(
      () =>
        row(/^Page 29$/)
          .element()
          .getBoundingClientRect().bottom,
    )
    .toBeLessThanOrEqual(foot());
  await expect
    .poll(() => isInView(sidebar.getByRole('link', { name: 'Dashboard', exact: true }).element()))
    .toBe(false);
  await press('Home');
  await focused(row(/^Page 0$/));
  await expect.poll(() => isInView(row(/^Page 0$/).element())).toBe(true);
});
