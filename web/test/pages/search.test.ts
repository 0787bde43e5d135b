/** The search palette: what answers which question, where the keys go, and what is shown without an answer. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, reads, title } from '../support/person/editor.ts';
import { button, focused, gone, press, says, see, textOf, texts, type } from '../support/person/person.ts';
import { type Answerer, cut, json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const palette = () => page.getByRole('dialog', { name: 'Search' });
const field = () => palette().getByRole('combobox');
const found = () => palette().getByRole('group', { name: 'Pages' }).getByRole('option');

async function openSearch(): Promise<void> {
  // In a text the first one is for a link.
  if (document.activeElement?.matches('.cm-content')) await press('ControlOrMeta+k');
  await press('ControlOrMeta+k');
  await focused(field());
}

/** Finds pages by a part of their name or text. @param wait may hold an answer back */
function searching(workspace: Workspace, wait: (question: string) => unknown = () => undefined): Answerer {
  return on('POST /rest/v1/rpc/search_pages', async ({ body }) => {
    const { question } = body as { question: string };
    await wait(question);
    const words = question.trim().toLowerCase();
    const pages = workspace.pages.filter((each) =>
      `${each.name} ${each.content}`.toLowerCase().includes(words),
    );
    return json(pages.map(({ id, name }) => ({ id, name, kind: 'title', snippet: null })));
  });
}

async function openPages(...pages: readonly { readonly name: string; readonly content?: string }[]) {
  const workspace = signedIn({ pages });
  await openApp(`/dashboard/pages/${workspace.pages.at(-1)?.id}`);
  await expect.element(title()).toHaveValue(pages.at(-1)?.name);
  return workspace;
}

test('each result shows its line, with the words marked, and the way it was found', async () => {
  const workspace = await openPages({ name: 'Travel' }, { name: '会議' });
  const travel = { id: workspace.pageNamed('Travel').id, name: 'Travel' };
  const answers: Readonly<Record<string, object>> = {
    malaga: { kind: 'text', snippet: 'The Überprüfung is in Málaga. 100% <b>sure</b>.' },
    uberprufnug: { kind: 'similar', snippet: null },
  };
  server().say(
    on('POST /rest/v1/rpc/search_pages', ({ body }) => {
      const answer = answers[(body as { question: string }).question];
      return json(answer ? [{ ...travel, ...answer }] : []);
    }),
  );
  await openApp(`/dashboard/pages/${travel.id}`);
  await expect.element(title()).toHaveValue('Travel');
  await openSearch();
  await texts(palette().getByRole('group', { name: 'Recently opened' }).getByRole('option'), [
    'Travel',
    '会議',
  ]);
  await type('malaga');
  await says(found(), '100% <b>sure</b>');
  await expect
    .poll(() =>
      found()
        .elements()
        .flatMap((one) => [...one.querySelectorAll('mark')].map(textOf)),
    )
    .toEqual(['Málaga']);
  await expectAccessibleInBothThemes();
  await field().fill('nothing like this');
  await says(palette(), 'No page contains “nothing like this”.');
  await field().fill('uberprufnug');
  await says(found(), /Travel.*Similar/);
  await press('Enter');
  await gone(palette());
  await expect.element(title()).toHaveValue('Travel');
});

test('on a phone, without an answer, and without a connection', async () => {
  await page.viewport(360, 740);
  const workspace = await openPages({ name: 'Plan for the summer', content: 'Swim.' });
  const away = json({ code: 'XX000', message: 'The database is away' }, 500);
  const mend = server().say(on('POST /rest/v1/rpc/search_pages', () => away.clone()));
  await button('Open menu').click();
  await page.getByRole('button', { name: 'Search' }).click();
  await field().fill('swim');
  await says(palette().getByRole('alert'), 'Search failed.');
  await expectAccessibleInBothThemes();
  mend();
  server().say(searching(workspace));
  await palette().getByRole('button', { name: 'Try again' }).click();
  await says(found(), /Plan for the summer/);

  const reconnect = server().say(cut);
  await field().fill('summer');
  await says(palette(), 'You are offline.');
  await says(found(), /Plan for the summer/);
  reconnect();
  server().say(({ path }) => (path === '/auth/v1/health' ? json({}) : undefined));
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => palette().element().textContent).not.toContain('You are offline.');
});

test('a late answer does not replace a newer one', async () => {
  const workspace = await openPages(
    { name: 'Alpha', content: 'first second' },
    { name: 'Slow', content: '' },
  );
  const late = Promise.withResolvers<void>();
  const asked: string[] = [];
  server().say(
    searching(workspace, (question) => {
      asked.push(question);
      return question === 'slow' ? late.promise : undefined;
    }),
  );
  await openSearch();
  await type('slow');
  await expect.poll(() => asked).toContain('slow');
  await field().fill('second');
  await says(found(), /^Alpha/);
  late.resolve();
  await field().fill('second ');
  await says(found(), /^Alpha/);
  expect(palette().element().textContent).not.toContain('Slow');
});

test('Enter takes the answer to the typed words, not an older one', async () => {
  const workspace = await openPages({ name: 'Alpha', content: 'first' }, { name: 'Beta', content: 'second' });
  let answer = Promise.withResolvers<void>();
  server().say(searching(workspace, (question) => (question.startsWith('sec') ? answer.promise : undefined)));
  const askForFirstThen = async (question: string) => {
    await openSearch();
    await field().fill('first');
    await says(found(), /^Alpha/);
    await field().fill(question);
  };
  await askForFirstThen('second');
  await press('Enter');
  await expect
    .poll(() => palette().element().querySelector('[aria-busy="true"]')?.textContent)
    .toContain('Alpha');
  answer.resolve();
  await gone(palette());
  await expect.element(title()).toHaveValue('Beta');

  // A result chosen by key is opened. (The question is new: an old one is answered at once.)
  answer = Promise.withResolvers();
  await askForFirstThen('secon');
  await press('ArrowDown', 'ArrowUp', 'Enter');
  await expect.element(title()).toHaveValue('Alpha');
  await gone(palette());
});

test('the keys go where the search leads, and never into the page behind it', async () => {
  const workspace = await openPages({ name: 'Alpha' }, { name: 'Beta' });
  server().say(searching(workspace));
  const main = page.getByRole('main');
  await content().click();
  await type('First, ');

  // Closed and opened again at once, and closed and written on.
  await openSearch();
  await type('before');
  await press('Escape', 'ControlOrMeta+k', 'ControlOrMeta+k');
  await type('again');
  await expect.element(field()).toHaveValue('again');
  await press('Escape');
  await type('written on.');
  await reads('First, written on.');
  await gone(palette());
  await focused(content());

  await openSearch();
  await type('new page');
  // While the list is that of other words, Enter would wait, and the next letter change the question.
  await says(palette(), 'No pages found');
  await press('Enter');
  await type('Gamma');
  const dialog = page.getByRole('dialog', { name: 'Create New Page' });
  const name = dialog.getByLabelText('Page Name');
  await expect.element(name).toHaveValue('Gamma');
  await gone(palette());
  await focused(name);
  // An open dialog keeps the keys.
  await press('ControlOrMeta+k');
  await type(' Delta');
  await expect.element(name).toHaveValue('Gamma Delta');
  await press('Escape');
  await gone(dialog);
  await focused(content());
  await reads('First, written on.');

  await openSearch();
  await field().fill('alpha');
  await says(found(), /^Alpha/);
  await press('Enter');
  await expect.element(title()).toHaveValue('Alpha');
  await focused(main);
  const lookAndLeave = async (key: string) => {
    await press(key);
    await see(page.getByRole('dialog'));
    await press('Escape');
    await gone(page.getByRole('dialog'));
    await focused(main);
  };
  await lookAndLeave('ControlOrMeta+k');
  await lookAndLeave('?');
  // The same holds if nothing had the focus before.
  await openApp(location.pathname);
  await expect.element(title()).toHaveValue('Alpha');
  await lookAndLeave('ControlOrMeta+k');

  // The page that is open already: one writes on.
  await content().click();
  await openSearch();
  await field().fill('alpha');
  await says(found(), /^Alpha/);
  await press('Enter');
  await focused(content());
});

test('until the server answers, names with the whole word come before those with a part of it', async () => {
  const names = ['Callouts2', 'Uncalloutsed', 'About callouts', 'Callouts'];
  const workspace = await openPages(...names.map((name) => ({ name })));
  const answer = Promise.withResolvers<void>();
  server().say(searching(workspace, () => answer.promise));
  await openSearch();
  await type('callouts');
  await expect
    .poll(() => found().elements().map(textOf))
    .toEqual(['Callouts', 'About callouts', 'Callouts2', 'Uncalloutsed']);
  answer.resolve();
});

test('files are found by name, below the pages, and lead to the page that shows them', async () => {
  const workspace = await openPages({ name: 'Travel' }, { name: 'Start' });
  const travel = workspace.pageNamed('Travel').id;
  server().say(
    searching(workspace),
    on('POST /rest/v1/rpc/search_files', ({ body }) =>
      json(
        (body as { question: string }).question === 'málaga'
          ? [
              {
                id: crypto.randomUUID(),
                name: 'The map of Malaga.pdf',
                media_type: 'application/pdf',
                bytes: 1_234_567,
                page_id: travel,
                page_name: 'Travel',
              },
            ]
          : [],
      ),
    ),
  );
  await openSearch();
  await field().fill('málaga');
  const files = palette().getByRole('group', { name: 'Files' }).getByRole('option');
  await texts(files, ['The map of Malaga.pdf1.2 MBin Travel']);
  await expectAccessibleInBothThemes();
  await press('ArrowDown');
  await press('Enter');
  await expect.element(title()).toHaveValue('Travel');
});
