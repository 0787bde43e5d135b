import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { linkFiles } from '../links/export-links.ts';
import { splitFrontMatter, withFrontMatter } from '../texts/front-matter.ts';
import { titlesOf } from '../texts/linked-titles.ts';
import { type ExportPage, planExport } from './export-plan.ts';
import { type ImportPage, planImport } from './import-plan.ts';

const ORIGIN = 'https://docs.example.com';

interface Page extends ExportPage {
  readonly description: string | null;
  readonly content: string;
  readonly visibility: 'private' | 'workspace';
}

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** As the export does it, without the archive around. */
function exported(pages: readonly Page[]) {
  const files = planExport(pages, null);
  const places = new Map(files.map(({ page, path }) => [page.id, path]));
  return files.map(({ page, path }) => ({
    path,
    text: withFrontMatter(
      {
        title: page.name,
        description: page.description ?? undefined,
        id: page.id,
        order: page.order_index,
        visibility: page.visibility,
      },
      linkFiles(page.content, path, { pages: places, files: new Map() }, ORIGIN, () => undefined),
    ),
  }));
}

function counter(): () => string {
  let next = 0x1000;
  return () => idOf(next++);
}

/** The tree without ids: the same for two trees that differ in nothing else. */
function shape(
  pages: readonly {
    id: string;
    parent: string | null;
    name: string;
    description: string | null;
    content: string;
    visibility: string;
  }[],
): unknown {
  const names = new Map(pages.map(({ id }, at) => [id, `page ${at}`]));
  return pages.map(({ id, parent, content, ...page }) => ({
    ...page,
    id: names.get(id),
    parent: parent === null ? null : names.get(parent),
    content: content.replaceAll(
      /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
      (found) => names.get(found) ?? found,
    ),
  }));
}

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
const anyName = fc.oneof(
  anyText.map((text) => text.replaceAll(/[\r\n]+/g, ' ')),
  fc.constantFrom(
    '',
    'Plan',
    'plan',
    'CON',
    '../..',
    'a/b',
    'Untitled',
    'x.md',
    '.hidden',
    'Name 0123456789abcdef0123456789abcdef',
    'Export-00000000-0000-4000-8000-000000000000',
    'Straße',
    'STRASSE',
  ),
);
/** The beginning of a page that is front matter, or looks like it. */
const anyBeginning = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc
    .record({
      open: fc.constantFrom('---', '---  ', '\uFEFF---', ' ---'),
      newline: fc.constantFrom('\n', '\r\n'),
      lines: fc.array(
        fc.oneof(
          anyText,
          fc.constantFrom(
            ...[
              'tags: [a, b]',
              'tags:',
              '  - a',
              'title: Of the text',
              'id: intro',
              'trellis-title: x',
              '{a: 1}',
            ],
            ...[
              'id: ffffffff-0000-4000-8000-000000000000',
              'description: |',
              '  two',
              '# The page’s own front matter:',
              '- list',
              '',
            ],
            ...[
              'order: 7',
              'Note:   two  lines',
              '*not yaml: [',
              '  indented: yes',
              '---',
              '...',
              '%YAML 1.2',
              '\ttab: 1',
            ],
          ),
        ),
        { maxLength: 6 },
      ),
      close: fc.constantFrom('---', '--- ', '...', ''),
      after: fc.constantFrom('', '\n', '\r\n', '\n\n', '\n\n---\n\n'),
    })
    .map(({ open, newline, lines, close, after }) => [open, ...lines, close].join(newline) + after),
);
const anyTree = fc
  .array(
    fc.record({
      name: anyName,
      description: fc.option(anyText),
      beginning: anyBeginning,
      text: anyText,
      parent: fc.nat(),
      link: fc.nat(),
      visibility: fc.constantFrom('private' as const, 'workspace' as const),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drafts): Page[] =>
    drafts.map(({ name, description, beginning, text, parent, link, visibility }, at) => ({
      id: idOf(at),
      parent_id: at === 0 || parent % (at + 1) === at ? null : idOf(parent % at),
      name,
      description,
      // Brackets and the like of the text itself could turn the link into something else.
      content: `${beginning}${text.replaceAll(/[[\]()`\\<>~:]/g, '')}\n\n[to *it*](/dashboard/pages/${idOf(link % drafts.length)}#part) and <${ORIGIN}>\n`,
      visibility,
      order_index: at + 1,
      created_at: '2026-01-01T00:00:00Z',
    })),
  );

test('exported pages come back as they were, with their links', () => {
  fc.assert(
    fc.property(anyTree, (pages) => {
      const back = planImport(exported(pages), counter()).pages;
      const inOrder = planExport(pages, null).map(({ page }) => page);
      expect(shape(back.map((page) => ({ ...pick(page), parent: page.parentId })))).toEqual(
        shape(inOrder.map((page) => ({ ...pick(page), parent: page.parent_id }))),
      );
    }),
    { numRuns: 300 },
  );
});

function pick({ id, name, description, content, visibility }: ImportPage | Page) {
  return { id, name, description, content, visibility };
}

test('every file has a name of its own that every system takes', () => {
  fc.assert(
    fc.property(anyTree, (pages) => {
      const paths = planExport(pages, null).map(({ path }) => path);
      expect(new Set(paths.map((path) => path.join('/').toUpperCase())).size).toBe(paths.length);
      for (const part of paths.flat()) {
        expect(part).not.toMatch(/[<>:"/\\|?*]|\p{Cc}|\p{Cs}|[\u202A-\u202E\u2066-\u2069]|^[. ]|[. ]$/u);
        expect(part).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(new TextEncoder().encode(part).length).toBeLessThan(200);
      }
    }),
  );
});

describe('the export', () => {
  const page = (id: number, parent: number | null, name: string, order_index = id): Page => ({
    id: idOf(id),
    parent_id: parent === null ? null : idOf(parent),
    name,
    order_index,
    created_at: '',
    description: null,
    content: '',
    visibility: 'workspace',
  });

  test('writes one front matter, and keeps the page’s own lines in it', () => {
    const own = '---\ntags: [a,  b] # both\ntitle: Of the text\n---\nText\n';
    const file = withFrontMatter({ title: 'Plan', id: idOf(1), order: 1 }, own);
    expect(file.match(/^---$/gm)).toHaveLength(2);
    expect(file).toContain('\ntags: [a,  b] # both\ntitle: Of the text\n---\nText\n');
    expect(parseDocument(file.split(/^---$/m)[1] ?? '').toJS()).toEqual({
      'trellis-title': 'Plan',
      id: idOf(1),
      order: 1,
      tags: ['a', 'b'],
      title: 'Of the text',
    });
    expect(splitFrontMatter(file)).toEqual({
      matter: { title: 'Plan', id: idOf(1), order: 1 },
      text: own,
      isOurs: true,
    });
  });

  test('keeps a rule at the top of a page', () => {
    const file = withFrontMatter({ title: 'Plan', id: idOf(1) }, '---\n\nText\n\n---\n');
    expect(file).toBe(`---\ntitle: "Plan"\nid: "${idOf(1)}"\n---\n\n---\n\nText\n\n---\n`);
  });

  test('of one page takes the pages under it along, and no others', () => {
    const pages = [page(1, null, 'A'), page(2, 1, 'B'), page(3, 2, 'C'), page(4, null, 'D')];
    expect(planExport(pages, idOf(2)).map(({ path }) => path.join('/'))).toEqual(['B.md', 'B/C.md']);
  });

  test('puts pages of an invisible parent at the root', () => {
    expect(planExport([page(1, 99, 'A')], null).map(({ path }) => path.join('/'))).toEqual(['A.md']);
  });

  test('numbers names that a disk could not tell apart, and keeps the order', () => {
    const pages = [page(1, null, 'Plan', 3), page(2, null, 'PLAN', 1), page(3, null, 'plan', 2)];
    expect(planExport(pages, null).map(({ path }) => path.join('/'))).toEqual([
      'PLAN.md',
      'plan (2).md',
      'Plan (3).md',
    ]);
  });

  test('links to exported pages by file, to other pages by address, and leaves the rest', () => {
    const files = new Map([[idOf(1), ['A', 'Über (1).md']]]);
    const text = [
      `[a](/dashboard/pages/${idOf(1)}) [b](${ORIGIN}/dashboard/pages/${idOf(1)}#x "t") [c](/dashboard/pages/${idOf(2)})`,
      `[d](https://elsewhere.example/dashboard/pages/${idOf(1)}) \`[e](/dashboard/pages/${idOf(1)})\``,
      `    [f](/dashboard/pages/${idOf(1)})`,
    ].join('\n\n');
    expect(linkFiles(text, ['B', 'C.md'], { pages: files, files: new Map() }, ORIGIN, () => undefined)).toBe(
      [
        `[a](../A/%C3%9Cber%20%281%29.md) [b](../A/%C3%9Cber%20%281%29.md#x "t") [c](${ORIGIN}/dashboard/pages/${idOf(2)})`,
        `[d](https://elsewhere.example/dashboard/pages/${idOf(1)}) \`[e](/dashboard/pages/${idOf(1)})\``,
        `    [f](/dashboard/pages/${idOf(1)})`,
      ].join('\n\n'),
    );
  });

  test('says the titles that pages have now, where a link said a former one', () => {
    const [one, two] = [idOf(1), idOf(2)];
    const pages = [
      { id: one, name: 'Plan *B*' },
      { id: two, name: 'Now' },
    ];
    const titleOf = titlesOf(pages, [
      { page_id: one, old_name: 'Plan [A]' },
      { page_id: idOf(3), old_name: 'Gone' },
    ]);
    const link = (said: string, id: string) => `[${said}](/dashboard/pages/${id})`;
    const text = `${link('Plan \\[A\\]', one)} ${link('my words', one)} ${link('**Plan**', one)} ${link('Plan', two)} \`${link('Plan [A]', one)}\` ${link('Gone', idOf(3))}`;
    const said = linkFiles(
      text,
      ['C.md'],
      { pages: new Map([[one, ['A.md']]]), files: new Map() },
      ORIGIN,
      titleOf,
    );
    expect(said.replaceAll(`${ORIGIN}/dashboard/pages`, '')).toBe(
      `[Plan \\*B\\*](A.md) [my words](A.md) [**Plan**](A.md) [Plan](/${two}) \`${link('Plan [A]', one)}\` [Gone](/${idOf(3)})`,
    );
  });
});

describe('the import', () => {
  const plan = (...files: [path: string, text: string][]) =>
    planImport(
      files.map(([path, text]) => ({ path: path.split('/'), text })),
      counter(),
    ).pages;
  const tree = (pages: readonly ImportPage[]) =>
    pages.map(({ name, parentId }) => `${pages.find(({ id }) => id === parentId)?.name ?? ''}/${name}`);

  test('makes parents of folders, with a file of their name or without', () => {
    expect(tree(plan(['a/x.md', ''], ['b.md', ''], ['b/y.md', '']))).toEqual(['/a', 'a/x', '/b', 'b/y']);
  });

  test('reads an export of Notion', () => {
    const a = '0123456789abcdef0123456789abcdef';
    const b = 'fedcba9876543210fedcba9876543210';
    const pages = plan(
      [
        `Export-01234567-89ab-4def-8123-456789abcdef/Plan ${a}.md`,
        `# The whole plan\n\nSee [Next](Plan/Next%20steps%20${b}.md) and [it](https://www.notion.so/team/Next-steps-${b}?pvs=4).\n`,
      ],
      [
        `Export-01234567-89ab-4def-8123-456789abcdef/Plan/Next steps ${b}.md`,
        `# Next steps\n\n[Back](../Plan%20${a}.md#top)`,
      ],
    );
    expect(tree(pages)).toEqual(['/The whole plan', 'The whole plan/Next steps']);
    const [top, next] = pages;
    expect(top?.content).toBe(
      `See [Next](/dashboard/pages/${next?.id}) and [it](/dashboard/pages/${next?.id}).\n`,
    );
    expect(next?.content).toBe(`[Back](/dashboard/pages/${top?.id}#top)`);
  });

  test('keeps the front matter of other programs as it is, and takes a title from it', () => {
    const own = '---\ntitle: Named\ntags: [a, b]\nid: intro\n---\n\n# Heading\n';
    expect(plan(['x.md', own])[0]).toMatchObject({ name: 'Named', content: own });
    const loose = '---\nNote:   two  lines\n---\ntext';
    expect(plan(['y.md', loose])[0]).toMatchObject({ name: 'y', content: loose });
    const broken = '---\n*not yaml: [\n---\n';
    expect(plan(['z.md', broken])[0]).toMatchObject({ name: 'z', content: broken });
    // Names of files are the pages' names if links lead by them.
    expect(plan(['x.md', own], ['y.md', '[[x]]']).map(({ name }) => name)).toEqual(['x', 'y']);
  });

  test('names a page after its file, and leaves its heading where it is', () => {
    expect(plan(['Deep note.md', '# A heading\n\ntext'])[0]).toMatchObject({
      name: 'Deep note',
      content: '# A heading\n\ntext',
    });
  });

  test('never publishes a page', () => {
    const [page] = plan(['x.md', `---\nid: "${idOf(7)}"\nvisibility: public\n---\n`]);
    expect(page).toMatchObject({ visibility: 'workspace' });
    expect(page?.id).not.toBe(idOf(7));
  });

  test('resolves links from anywhere, and leaves broken ones alone', () => {
    const pages = plan(
      ['A/x.md', ''],
      [
        'A/B/z.md',
        '[1](../x.md) [2](/A/x.md#y) [3](..) [4](missing.md) [5](../../../../A/x.md) [6](<../X.md>) [7](mailto:x.md) [8](%zz.md) [9](../x)',
      ],
    );
    expect(tree(pages)).toEqual(['/A', 'A/x', 'A/B', 'B/z']);
    const [a, x, , z] = pages.map(({ id }) => `/dashboard/pages/${id}`);
    expect(z).toBeDefined();
    expect(pages[3]?.content).toBe(
      `[1](${x}) [2](${x}#y) [3](${a}) [4](missing.md) [5](${x}) [6](${x}) [7](mailto:x.md) [8](%zz.md) [9](${x})`,
    );
  });
});
