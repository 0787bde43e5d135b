/** The open page's visibility, changed in the Share dialog. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { goTo, openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { button, gone, press, see } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { type Asked, json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const radio = (name: string) => page.getByRole('dialog', { name: 'Share' }).getByRole('radio', { name });
const isChecked = (name: string) => radio(name).element().getAttribute('aria-checked') === 'true';

async function openShare(): Promise<void> {
  await button('Share').click();
  await see(radio('Workspace'));
}

const isOfVisibility = ({ query }: Asked) => query.get('select') === 'name,visibility,private_to';

/** Opens the dialog of a page whose changes wait until the test lets them through. */
async function openWithHeldChanges() {
  const workspace = signedIn({ pages: [{ name: 'Plan' }] });
  const plan = workspace.pageNamed('Plan');
  const held: PromiseWithResolvers<void>[] = [];
  server().say(
    on('PATCH /rest/v1/pages', async ({ body }) => {
      const change = Promise.withResolvers<void>();
      held.push(change);
      await change.promise;
      Object.assign(plan, body);
      return json([{ name: plan.name, visibility: plan.visibility, private_to: null }]);
    }),
  );
  await openApp(`/dashboard/pages/${plan.id}`);
  await openShare();
  return { plan, held };
}

test('a choice is shown with the click that makes it', async () => {
  const { held } = await openWithHeldChanges();
  const shown = new Promise<boolean>((resolve) => {
    const look = ({ isTrusted }: MouseEvent) => {
      // Base UI makes a second click of the person's.
      if (!isTrusted) return;
      // Before any timer and any answer.
      resolve(isChecked('Public'));
      removeEventListener('click', look);
    };
    addEventListener('click', look);
  });
  await radio('Public').click();
  expect(await shown).toBe(true);
  await expect.poll(() => held.length).toBe(1);
  held[0]?.resolve();
  await see(page.getByLabelText('Public link'));
});

test('choices arrive in the order in which they are made', async () => {
  const { held, plan } = await openWithHeldChanges();
  await radio('Public').click();
  await radio('Private').click();
  await expect.poll(() => held.length).toBe(1);
  expect(isChecked('Private')).toBe(true);
  held[0]?.resolve();
  await expect.poll(() => held.length).toBe(2);
  held[1]?.resolve();
  await expect.poll(() => plan.visibility).toBe('private');
  expect(isChecked('Private')).toBe(true);
});

test('an answer from before a choice does not take it back', async () => {
  const { held, plan } = await openWithHeldChanges();
  await press('Escape');
  await gone(radio('Workspace'));
  const before = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  server().say((asked) => {
    if (asked.method !== 'GET' || !isOfVisibility(asked)) return undefined;
    return before.promise.then(() => {
      answered.resolve();
      return json({ name: plan.name, visibility: 'workspace', private_to: null });
    });
  });
  await openShare();
  await radio('Public').click();
  await expect.poll(() => held.length).toBe(1);
  held[0]?.resolve();
  await see(page.getByLabelText('Public link'));
  before.resolve();
  await answered.promise;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isChecked('Public')).toBe(true);
});

test('the bar and the tree say that a page is public or private, also where a page above it is', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan' }] });
  const diary = workspace.addPage({ name: 'Diary', visibility: 'private' });
  const inside = workspace.addPage({ name: 'Inside', parent_id: diary, visibility: 'public' });
  const news = workspace.addPage({ name: 'News', visibility: 'public' });
  const bar = page.getByRole('banner');
  await openApp(`/dashboard/pages/${news}`);
  await see(bar.getByLabelText('Public'));
  await see(row('News').getByLabelText('Public'));
  await see(row('Diary').getByLabelText('Private'));
  await goTo(`/dashboard/pages/${inside}`);
  await see(bar.getByLabelText('Private, inside “Diary”'));
  await see(row('Inside').getByLabelText('Private, inside “Diary”'));
  await goTo(`/dashboard/pages/${workspace.pageNamed('Plan').id}`);
  await gone(bar.getByLabelText(/Public|Private/));
  await button('Share').click();
  await radio('Private').click();
  await button('Done').click();
  await see(bar.getByLabelText('Private'));
  await see(row('Plan').getByLabelText('Private'));
  await expectAccessibleInBothThemes();
});

const inDialog = () => page.getByRole('dialog', { name: 'Share' });

test('subpages and search engines are let in on purpose only, and each subpage says so', async () => {
  const workspace = signedIn();
  const handbook = workspace.addPage({ name: 'Handbook', visibility: 'public' });
  const guide = workspace.addPage({ name: 'Guide', parent_id: handbook });
  const diary = workspace.addPage({ name: 'Diary', parent_id: handbook, visibility: 'private' });
  workspace.addPage({ name: 'May', parent_id: diary });
  const bar = page.getByRole('banner');
  await openApp(`/dashboard/pages/${handbook}`);
  await button('Share').click();
  const subpages = inDialog().getByRole('switch', { name: 'Include subpages' });
  const engines = inDialog().getByRole('switch', { name: 'Let search engines find it' });
  await expect.element(subpages).not.toBeChecked();
  await expect.element(engines).not.toBeChecked();
  await see(inDialog().getByText(/^1 page under this one/));
  await subpages.click();
  await expect.element(subpages).toBeChecked();
  await engines.click();
  await expect
    .poll(() => workspace.shares)
    .toMatchObject([{ page_id: handbook, with_subpages: true, is_indexed: true }]);
  await expectAccessibleInBothThemes();
  await button('Done').click();

  const mark = 'Public, as part of “Handbook”';
  await goTo(`/dashboard/pages/${guide}`);
  await see(row('Guide').getByLabelText(mark));
  await gone(row('Diary').getByLabelText(/Public/));
  await see(bar.getByLabelText(mark));
  await button('Share').click();
  await see(inDialog().getByText(/^Public, as part of “Handbook”/));
  await expect.element(inDialog().getByLabelText('Public link')).toHaveValue(`${location.origin}/p/${guide}`);
  await expectAccessibleInBothThemes();
  await inDialog().getByRole('button', { name: '“Handbook”' }).click();
  await expect.element(subpages).toBeChecked();
  await subpages.click();
  await gone(row('Guide').getByLabelText(mark));
});

test('a switch that the server refuses goes back, and says why', async () => {
  const workspace = signedIn();
  const plan = workspace.addPage({ name: 'Plan', visibility: 'public' });
  server().say(
    on('POST /rest/v1/page_shares', () => json({ code: 'TR019', message: 'The page is not public' }, 400)),
  );
  await openApp(`/dashboard/pages/${plan}`);
  await button('Share').click();
  const subpages = inDialog().getByRole('switch', { name: 'Include subpages' });
  await subpages.click();
  await see(inDialog().getByRole('alert').getByText('The page is not public'));
  await expect.element(subpages).not.toBeChecked();
});
