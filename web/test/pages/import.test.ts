/** Files become pages: exports of Notion, folders, bad files among good ones; stopped, undone, gone on with after a failure. */
import { BlobReader, BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { takeLogged } from '../support/logged.ts';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { button, count, focused, gone, says, see, toast } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { broken, cut, on } from '../support/server/answers.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const INSERT = 'POST /rest/v1/pages';
const dialog = () => page.getByRole('dialog', { name: 'Import pages' });
const choose = (...files: readonly File[]) =>
  dialog()
    .getByLabelText('Files to import')
    .upload([...files]);

async function openImport(): Promise<Workspace> {
  const workspace = signedIn();
  server().say(...noNotion);
  await openApp('/dashboard/settings/workspace');
  await button('Import…').click();
  await see(dialog());
  return workspace;
}

async function zip(name: string, files: Readonly<Record<string, string | Blob>>): Promise<File> {
  const archive = new ZipWriter(new BlobWriter());
  for (const [path, file] of Object.entries(files))
    await archive.add(path, typeof file === 'string' ? new TextReader(file) : new BlobReader(file));
  return new File([await archive.close()], name);
}

const sixtyPages = () =>
  zip('many.zip', Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`Page ${at}.md`, `Text ${at}`])));

async function exportOfNotion(): Promise<File> {
  const plan = '0123456789abcdef0123456789abcdef';
  const next = 'fedcba9876543210fedcba9876543210';
  const part = await zip('part.zip', {
    [`Plan ${plan}.md`]: `# The whole plan\n\nSee [Next](Plan/Next%20steps%20${next}.md).\n`,
    [`Plan/Next steps ${next}.md`]: '# Next steps\n\nFirst this.\n',
    [`Tasks ${next}.csv`]: 'Name,Status\nFirst,Done\n',
  });
  return zip('Export.zip', { 'Export-1-Part-1.zip': part });
}

test('an export of Notion comes with its tree, its links and its databases', async () => {
  await page.viewport(360, 740);
  const workspace = await openImport();
  await choose(await exportOfNotion());
  await see(dialog().getByText('Imported 4 pages'));
  await expectAccessibleInBothThemes();
  await dialog().getByRole('button', { name: 'Done' }).click();
  const plan = workspace.pageNamed('The whole plan');
  const next = workspace.pageNamed('Next steps');
  expect(plan).toMatchObject({ parent_id: null, content: `See [Next](/dashboard/pages/${next.id}).\n` });
  expect(next).toMatchObject({ parent_id: plan.id, content: 'First this.\n' });
  const [tasks, first] = [workspace.pageNamed('Tasks'), workspace.pageNamed('First')];
  expect(tasks.content).toContain(`| [First](/dashboard/pages/${first.id}) | Done |`);
  expect(first.parent_id).toBe(tasks.id);
  expect(workspace.origins).toEqual([]);
});

test('a person chooses the encoding of short names, by how they read', async () => {
  await page.viewport(360, 740);
  const workspace = await openImport();
  const archive = new ZipWriter(new BlobWriter());
  // “ソ.md” in Shift JIS, which the archive does not say.
  await archive.add('x', new TextReader('text'), {
    useUnicodeFileNames: false,
    encodeText: () => Uint8Array.of(0x83, 0x5c, 0x2e, 0x6d, 0x64),
  });
  await choose(new File([await archive.close()], 'short.zip'));
  await see(dialog().getByText('“short.zip” does not say how its names are written.'));
  await expectAccessibleInBothThemes();
  await dialog().getByRole('radio', { name: 'ソ.md' }).first().click();
  await dialog().getByRole('button', { name: 'Go on' }).click();
  await see(dialog().getByText('Imported 1 page'));
  expect(workspace.pageNamed('ソ')).toMatchObject({ content: 'text' });
  await dialog().getByRole('button', { name: 'Import more' }).click();
});

test('an import under a page is undone: only the imported pages go to the trash', async () => {
  const workspace = signedIn({ pages: [{ name: 'Projects' }] });
  const projects = workspace.pageNamed('Projects');
  await openApp(`/dashboard/pages/${projects.id}`);
  await button('Page actions').click();
  await page.getByRole('menuitem', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: 'Import under this page…' }).click();
  // Also when the menu has faded away.
  await gone(page.getByRole('menu'));
  await focused(dialog());
  await choose(await exportOfNotion());
  await see(dialog().getByText('Imported 4 pages'));
  // Behind the dialog.
  const parent = page.getByRole('treeitem', { name: 'Projects', includeHidden: true });
  await expect.element(parent).toHaveAttribute('aria-expanded', 'false');
  expect(workspace.pageNamed('The whole plan').parent_id).toBe(projects.id);
  const mend = server().say(on('PATCH /rest/v1/pages', broken));
  await dialog().getByRole('button', { name: 'Undo import' }).click();
  await see(toast('The import could not be undone'));
  mend();
  // As in the database: a page's subpages go with it.
  server().say(
    on('PATCH /rest/v1/pages', async (asked) => {
      const answer = await workspace.answer(asked);
      for (const each of workspace.pages)
        if (each.parent_id === workspace.pageNamed('The whole plan').id)
          each.is_archived = workspace.pageNamed('The whole plan').is_archived;
      return answer;
    }),
  );
  await dialog().getByRole('button', { name: 'Undo import' }).click();
  await gone(dialog());
  await expect.element(parent).not.toHaveAttribute('aria-expanded');
  expect(workspace.pages.map(({ name, is_archived }) => [name, is_archived])).toEqual([
    ['Projects', false],
    ['The whole plan', true],
    ['Next steps', true],
    ['Tasks', true],
    ['First', false],
  ]);
});

test('an import can be stopped, and lists the pages that came', async () => {
  const workspace = await openImport();
  const held = Promise.withResolvers<void>();
  server().say(
    on(INSERT, async () => {
      await held.promise;
      return undefined;
    }),
  );
  const wrongBars = watchBar();
  // For any reason.
  vi.spyOn(crypto, 'getRandomValues').mockImplementationOnce(() => {
    throw new Error('There is no randomness left.');
  });
  const reported = nextUnhandledError();
  await choose(await sixtyPages());
  await see(dialog().getByText('The files could not be read. Choose them again.'));
  expect(await reported).toMatchObject({ message: 'There is no randomness left.' });
  takeLogged();
  await expectAccessibleInBothThemes();
  await choose(await sixtyPages());
  await see(dialog().getByText('0 of 60 pages'));
  await expect.element(dialog().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  expect(wrongBars()).toEqual([]);
  await dialog().getByRole('button', { name: 'Stop' }).click();
  held.resolve();
  await see(dialog().getByText('Stopped after 50 pages'));
  await see(dialog().getByText('Not imported: 10 pages.'));
  expect(workspace.pages).toHaveLength(50);
});

/** The app does not hide an error of its own: the browser is told. @returns what it was told, and the runner was not */
function nextUnhandledError(): Promise<unknown> {
  return new Promise((resolve) => {
    const take = (event: PromiseRejectionEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      resolve(event.reason);
    };
    window.addEventListener('unhandledrejection', take, { capture: true, once: true });
  });
}

/** Looks at every picture that is drawn: the bar is as long as it says, in figures and to those who do not see it. */
function watchBar(): () => readonly string[] {
  const wrong: string[] = [];
  let frame = 0;
  const look = () => {
    frame = requestAnimationFrame(look);
    const bar = document.querySelector('[role=progressbar][aria-valuenow]');
    const indicator = bar?.querySelector('div[style*=width]');
    const track = indicator?.parentElement;
    if (!bar || !indicator || !track) return;
    const drawn = (indicator.getBoundingClientRect().width / track.getBoundingClientRect().width) * 100;
    const told = Number(bar.getAttribute('aria-valuenow'));
    if (Math.abs(drawn - told) > 1 || !bar.textContent?.includes(`${told}%`)) wrong.push(`${told}: ${drawn}`);
  };
  look();
  return () => {
    cancelAnimationFrame(frame);
    return wrong;
  };
}

test('one bad file does not stop the rest', async () => {
  const workspace = await openImport();
  await choose(
    new File(['Good.'], 'good.md'),
    new File([new Uint8Array([0, 1, 2])], 'binary.md'),
    new File(['PK'], 'broken.zip'),
    new File([new Uint8Array([71, 114, 0xfc, 0xdf, 101])], 'windows.md'),
    new File(['<script>document.title = "owned"</script>'], 'script.md'),
  );
  await see(dialog().getByText('Imported 3 pages'));
  await see(dialog().getByText('1 file left out: It is not text: binary.md'));
  await see(dialog().getByText('1 file left out: This archive cannot be read to its end: broken.zip'));
  await dialog().getByText('1 file worth a look').click();
  await says(dialog().getByRole('list', { name: '1 file worth a look' }), 'windows.md');
  await dialog().getByRole('button', { name: 'Done' }).click();
  expect(workspace.pageNamed('windows').content).toBe('Grüße');
  expect(workspace.pageNamed('good').content).toBe('Good.');
  await row('script').click();
  await says(page.getByLabelText('Page content'), 'owned');
  await expect.poll(() => document.title).toBe('script · Trellis');
});

test('a vault keeps links that lead by a name, and says which files were missing', async () => {
  const workspace = signedIn({ pages: [{ name: 'Taken' }] });
  server().say(...noNotion);
  await openApp('/dashboard/settings/workspace');
  await button('Import…').click();
  const files = {
    'Home.md': '[[Note|words]] [[taken]] ![[gone.png]] ![[lost.pdf]]',
    'Note.md': '# Heading\n',
    'Taken.md': '',
  };
  await choose(await zip('vault.zip', files));
  await see(dialog().getByText('Imported 3 pages'));
  await see(dialog().getByText('2 files were missing: gone.png, lost.pdf'));
  await expectAccessibleInBothThemes();
  const taken = workspace.pages.filter(({ name }) => name === 'Taken').at(-1);
  expect(workspace.pageNamed('Note').content).toBe('# Heading\n');
  expect(workspace.pageNamed('Home').content).toBe(
    `[[Note|words]] [taken](/dashboard/pages/${taken?.id}) ![[gone.png]] ![[lost.pdf]]`,
  );
  expect(workspace.origins.find(({ path }) => path === 'Home.md')).toMatchObject({
    page_id: workspace.pageNamed('Home').id,
    changes: [[`[taken](/dashboard/pages/${taken?.id})`, '[[taken]]']],
  });
});

test('HTML becomes Markdown, with its links', async () => {
  const workspace = await openImport();
  await choose(
    await zip('site.zip', {
      'Start.html':
        '<html><head><title>x</title></head><body><h1>Hello</h1><p><a href="sub/next page.html">Next</a> <a href="javascript:alert(1)">no</a></p><script>alert(1)</script></body></html>',
      'sub/next page.html': '<p><a href="../Start.html#a">Back</a> <b>bold</b></p>',
    }),
  );
  await see(dialog().getByText('Imported 3 pages'));
  const [start, next] = [workspace.pageNamed('Start'), workspace.pageNamed('next page')];
  expect(start.content).toBe(`# Hello\n\n[Next](/dashboard/pages/${next.id}) no`);
  expect(next.content).toBe(`[Back](/dashboard/pages/${start.id}#a) **bold**`);
});

test('an import without an answer goes on where it was', async () => {
  const workspace = await openImport();
  let portions = 0;
  const restore = server().say(
    on(INSERT, async (asked) => {
      portions += 1;
      if (portions === 1) return undefined;
      // The second reaches the server, but its answer never comes.
      await workspace.answer(asked);
      return cut();
    }),
  );
  await choose(await sixtyPages());
  await see(dialog().getByText('The import stopped at 50 of 60 pages'));
  await expectAccessibleInBothThemes();
  restore();
  await dialog().getByRole('button', { name: 'Go on' }).click();
  await see(dialog().getByText('Imported 60 pages'));
  await dialog().getByRole('button', { name: 'Done' }).click();
  // Each once, in the order of the archive.
  await expect.element(page.getByRole('treeitem').first()).toHaveAccessibleName('Page 0');
  await count(page.getByRole('treeitem', { name: 'Page 0', exact: true }), 1);
  expect(workspace.pages.map(({ name }) => name)).toEqual(
    Array.from({ length: 60 }, (_, at) => `Page ${at}`),
  );
});
