/** Exports of Notion, Outline and Docmost, as they make them. */
import { describe, expect, test } from 'vitest';
import { planImport } from '../plan/import-plan.ts';
import { readCsv } from './csv.ts';
import { readExport } from './read-export.ts';

const { signal } = new AbortController();

/** @returns the pages by their names under those of their parents, with names for ids */
async function imported(files: Readonly<Record<string, string>>) {
  const isText = (path: string) => /\.md$/.test(path);
  const all = Object.entries(files).map(([path, text]) => ({ path: path.split('/'), text }));
  const read = await readExport(
    {
      files: all.filter(({ path }) => isText(path.join('/'))),
      attachments: all
        .filter(({ path }) => !isText(path.join('/')))
        .map(({ path, text }) => ({ path, bytes: text.length, open: async () => new Blob([text]) })),
      skipped: [],
      notes: [],
    },
    signal,
  );
  let made = 0;
  const plan = planImport(
    read.files,
    () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
    read,
  );
  const names = new Map([...plan.pages, ...plan.files].map(({ id, name }) => [id, name]));
  const readable = (text: string) =>
    text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? id);
  const texts = plan.pages.map(({ name, parentId, content }) => [
    `${names.get(parentId ?? '') ?? ''}/${name}`,
    readable(content),
  ]);
  return { texts: Object.fromEntries(texts) as Record<string, string>, plan };
}

describe('an export of Notion', () => {
  const plan = '0123456789abcdef0123456789abcdef';
  const tasks = '11111111111111111111111111111111';
  const first = '22222222222222222222222222222222';
  const wrapper = 'Export-01234567-89ab-4def-8123-456789abcdef';

  test('has its databases as tables, with one page per row', async () => {
    const { texts, plan: result } = await imported({
      [`${wrapper}/Plan ${plan}.md`]: `# Plan: all\n\n![a.png](Plan/a%20b.png)\n\n[Tasks](Plan/Tasks%20${tasks}.csv)\n\n[x.pdf](Plan/x.pdf)\n`,
      [`${wrapper}/Plan/a b.png`]: 'png',
      [`${wrapper}/Plan/x.pdf`]: 'pdf',
      [`${wrapper}/Plan/Tasks ${tasks}.csv`]: '\uFEFFName,Status\n"First, of | all",Done\n',
      [`${wrapper}/Plan/Tasks ${tasks}_all.csv`]: `\uFEFFName,Status,Blocks\n"First, of | all",Done,Second (Second%20${plan}.md)\nSecond,"a ""b""\nc",\n`,
      [`${wrapper}/Plan/Tasks/First of all ${first}.md`]:
        '# First, of | all\n\nStatus: Done\nBlocks: [Second](x.md)\n\nText: of its own\n',
    });
    expect(texts).toEqual({
      '/Plan: all':
        '![a.png](/files/a b.png/a%20b.png)\n\n[Tasks](/dashboard/pages/Tasks)\n\n[x.pdf](/files/x.pdf/x.pdf)\n',
      'Plan: all/Tasks':
        '| Name | Status | Blocks |\n| --- | --- | --- |\n' +
        `| [First, of \\| all](/dashboard/pages/First, of | all) | Done | [Second](Second%20${plan}.md) |\n` +
        '| [Second](/dashboard/pages/Second) | a "b" c |  |\n',
      'Tasks/First, of | all': '---\nStatus: Done\n---\n\nBlocks: [Second](x.md)\n\nText: of its own\n',
      'Tasks/Second': '',
    });
    expect(result.pages.every(({ origin }) => origin === undefined)).toBe(true);
  });

  test('has its tables read as they are', () => {
    expect(readCsv('a,b\r\n"x,\n""y""",\n\n,z\n"open')).toEqual([
      ['a', 'b'],
      ['x,\n"y"', ''],
      ['', 'z'],
      ['open'],
    ]);
    expect(readCsv('')).toEqual([]);
  });
});

test('an export of Outline has titles, links, pictures with their widths, and callouts', async () => {
  const { texts } = await imported({
    'Handbook/Welcome.md':
      '# Welcome\n\n![A cat](uploads/0f6ab1a4-8c1d-4a4e-9d0c-0d8a3b0c1e2f/5e6ab1a4-8c1d-4a4e-9d0c-0d8a3b0c1e2f/cat.png " =320x200")\n\n' +
      ':::warning\nMind the *gap*\n\n:::\n\n[Next](./Welcome/Next%20steps.md)\n\n```\n:::info\n```\n',
    'Handbook/uploads/0f6ab1a4-8c1d-4a4e-9d0c-0d8a3b0c1e2f/5e6ab1a4-8c1d-4a4e-9d0c-0d8a3b0c1e2f/cat.png': 'x',
    'Handbook/Welcome/Next steps.md': '# Next steps\n\n[Back](./../Welcome.md)\n',
  });
  expect(texts).toEqual({
    '/Handbook': '',
    'Handbook/Welcome':
      '![A cat|320](/files/cat.png/cat.png)\n\n> [!warning]\n> Mind the *gap*\n>\n\n' +
      '[Next](/dashboard/pages/Next steps)\n\n```\n:::info\n```\n',
    'Welcome/Next steps': '[Back](/dashboard/pages/Welcome)\n',
  });
});

test('an export of Docmost has titles, links and files', async () => {
  const { texts } = await imported({
    'docmost-metadata.json': '{}',
    'Team.md': '# Team\n\n![](files/0f6ab1a4-8c1d-4a4e-9d0c-0d8a3b0c1e2f/cat.png)\n\n:::info\nHello\n:::\n',
    'files/0f6ab1a4-8c1d-4a4e-9d0c-0d8a3b0c1e2f/cat.png': 'x',
    'Team/Ada & Bob.md': '# Ada & Bob\n\n[Team](../Team.md)\n',
  });
  expect(texts).toEqual({
    '/Team': '![](/files/cat.png/cat.png)\n\n> [!info]\n> Hello\n',
    'Team/Ada & Bob': '[Team](/dashboard/pages/Team)\n',
  });
});

test('a folder of Markdown is nobody’s export, though each file begins with its name', async () => {
  const { texts } = await imported({ 'One.md': '# One\n\n:::info\n', 'Two.md': '# Two\n' });
  expect(texts).toEqual({ '/One': '# One\n\n:::info\n', '/Two': '# Two\n' });
});
