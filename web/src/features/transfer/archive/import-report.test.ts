import { expect, test } from 'vitest';
import { planImport } from '../plan/import-plan.ts';
import { noProgress, reportImport } from './import-report.ts';

test('every page is counted once, whether it was a folder or a file', () => {
  let made = 0;
  const files = ['Notes/a.md', 'Notes/Deep/b.md', 'Plan.md', 'Plan/c.md', 'bad.md'].map((path) => ({
    path: path.split('/'),
    text: '',
  }));
  const plan = planImport(files, () => `${++made}`);
  const { pages } = plan;
  const bad = pages.find(({ name }) => name === 'bad')?.id ?? '';
  const late = pages.find(({ name }) => name === 'c')?.id ?? '';
  const inserted = new Set(pages.map(({ id }) => id).filter((id) => id !== bad && id !== late));
  const read = { skipped: [{ path: 'a.zip', note: 'It is damaged.' }], notes: [] };

  const report = reportImport(read, plan, {
    ...noProgress(),
    inserted,
    refused: new Map([[bad, 'Too large.']]),
  });
  expect(report.imported).toEqual([
    { path: 'Notes', note: 'A folder, now a page.' },
    { path: 'Notes/a.md', note: '' },
    { path: 'Notes/Deep', note: 'A folder, now a page.' },
    { path: 'Notes/Deep/b.md', note: '' },
    { path: 'Plan.md', note: '' },
  ]);
  expect(report.skipped).toEqual([
    { reason: 'It is damaged.', paths: ['a.zip'] },
    { reason: 'Too large.', paths: ['bad.md'] },
  ]);
  expect(report.missing).toBe(1);
  expect(report.imported.length + report.missing + 1).toBe(pages.length);
});
