import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { noProgress, reportImport } from '../archive/import-report.ts';
import { withFrontMatter } from '../texts/front-matter.ts';
import { planExport } from './export-plan.ts';
import { planImport } from './import-plan.ts';

test('odd titles come back letter by letter, and stay whole in names of files', () => {
  const long = 'every tenant keeps a shelf of their own '.repeat(12);
  const titles = [
    ...[
      'MYITEM',
      'MYITEM',
      'Myitem',
      'Report.',
      'Report',
      'CON',
      'aux.txt',
      'a/b',
      'a\\b',
      'a?b*c',
      '..',
      '~$lock',
    ],
    ...['Ends in space ', '👩\u200D💻 Team', '🏳️\u200D🌈 Flag', 'می\u200Cخواهم', 'क्\u200Dष', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ...[
      'Café'.normalize('NFC'),
      'Café'.normalize('NFD'),
      'RTL \u202Eexe.txt',
      '#tag [[x]] | y ^z',
      `${long}a`,
      `${long}b`,
    ],
    '👷🏽\u200D♀️'.repeat(40),
  ];
  const pages = titles.map((name, at) => ({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    parent_id: null,
    name,
    order_index: at,
    created_at: '',
  }));
  const files = planExport(pages, null).map(({ page, path }) => ({
    path,
    text: withFrontMatter({ title: page.name, id: page.id, order: page.order_index }, ''),
  }));
  expect(planImport(files, randomUUID).pages.map(({ name }) => name)).toEqual(titles);
  const names = files.map(({ path }) => path.join('/'));
  for (const kept of ['👩\u200D💻 Team.md', '🏳️\u200D🌈 Flag.md', 'می\u200Cخواهم.md', 'क्\u200Dष.md', '🏴󠁧󠁢󠁥󠁮󠁧󠁿.md'])
    expect(names).toContain(kept);
  expect(names).toContain(`${'👷🏽\u200D♀️'.repeat(10)}.md`);
});

test('cuts a title that is too long between letters, and says so', () => {
  const family = '👨\u200D👩\u200D👧';
  const [page, fits] = planImport(
    [`${'a'.repeat(498)}${family}.md`, `${'漢'.repeat(500)}.md`].map((name) => ({ path: [name], text: '' })),
    randomUUID,
  ).pages;
  expect(page).toMatchObject({ name: 'a'.repeat(498), isCut: true });
  expect(fits).toMatchObject({ name: '漢'.repeat(500), isCut: false });
  const plan = planImport([{ path: [`${'x'.repeat(501)}.md`], text: '' }], () => 'id');
  const report = reportImport({ skipped: [], notes: [] }, plan, {
    ...noProgress(),
    inserted: new Set(['id']),
  });
  expect(report.notes.map(({ note }) => note)).toEqual([expect.stringContaining('500')]);
});
