/** Vaults come in and go out again, byte by byte. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageFile, vaultOfExport } from '../archive/page-file.ts';
import { findLinks } from '../links/found-links.ts';
import { namedPages } from '../links/named-pages.ts';
import { followWiki, vaultOf } from '../links/vault.ts';
import { planExport } from './export-plan.ts';
import { placeFiles } from './file-places.ts';
import { type ImportPlan, planImport } from './import-plan.ts';

const TEXT = /\.(md|markdown)$/i;

/** The files of a vault: texts as texts, all others by their path. */
type Files = Readonly<Record<string, string>>;

function imported(files: Files, names: readonly string[] = []): ImportPlan {
  const all = Object.entries(files).map(([path, text]) => ({ path: path.split('/'), text }));
  return planImport(
    all.filter(({ path }) => TEXT.test(path.at(-1) ?? '')),
    randomUUID,
    {
      others: names.map((name) => ({ id: name, parent_id: null, name })),
      attachments: all
        .filter(({ path }) => !TEXT.test(path.at(-1) ?? ''))
        .map(({ path, text }) => ({ path, bytes: text.length, open: async () => new Blob([text]) })),
    },
  );
}

function exported({ pages, files }: ImportPlan): Files {
  const rows = pages.map((page, at) => ({
    id: page.id,
    parent_id: page.parentId,
    name: page.name,
    description: page.description,
    order_index: at,
    created_at: '',
    updated_at: '',
    visibility: page.visibility,
    ...page.look,
  }));
  const origins = new Map(pages.map(({ id, origin }) => [id, origin]));
  const originOf = (id: string) => origins.get(id);
  const planned = planExport(rows, null, originOf);
  const texts = new Map(pages.map(({ id, content }) => [id, content]));
  const used = (pageId: string) =>
    files
      .filter(({ id }) => texts.get(pageId)?.includes(`/files/${id}/`))
      .map((file) => ({ ...file, objectName: '', changed: new Date(0) }));
  const places = {
    pages: new Map(planned.map(({ page, path }) => [page.id, path])),
    files: placeFiles(planned, used, originOf),
  };
  const context = {
    places,
    originOf,
    vault: vaultOfExport(places, originOf),
    titleOf: () => undefined,
    origin: 'https://a.example',
  };
  const out: Record<string, string> = {};
  for (const file of planned) {
    const written = pageFile(file, texts.get(file.page.id) ?? '', context);
    if (written) out[written.path.join('/')] = written.text;
  }
  for (const [id, path] of places.files)
    out[path.join('/')] = files.find((file) => file.id === id)?.path.join('/') ?? '';
  return out;
}

function contentOf({ pages }: ImportPlan, name: string): string {
  return pages.find((page) => page.name === name)?.content ?? '';
}

/** Ids as the names of what they are. */
function readable(text: string, { pages, files }: ImportPlan): string {
  const names = new Map([...pages, ...files].map(({ id, name }) => [id, name]));
  return text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? id);
}

describe('a vault of Obsidian', () => {
  const files: Files = {
    'Home.md':
      '---\ntitle: Not the name\ntags: [a,  b]\nup: "[[Deep note]]"\n---\n# A heading\n\n#tag [[Deep note]] [[deep note#Part|words]] [[Twin]] [[Folder/Twin|the other]] ' +
      '![[cat.png]] ![[cat.png|100x20]] ![[cat.png|A cat\\|50]] [[cat.png]] ![[Deep note#Part]] [[Nobody]] ![[gone.png]] `[[Deep note]]`\n\n' +
      '> [!tip]- Title\n> [[#A heading]]\n\n| a |\n| - |\n| [[Folder/Twin\\|in a table]] ![[cat.png\\|20]] |\n',
    'Twin.md': '',
    'Folder/Twin.md':
      '[[Twin]] [home](../Home.md#A%20heading) ![x](<../Pictures/a cat (1).png> "t") [[Home]]',
    'Folder/Deep note.md': '---\naliases:\n  - Depth\n---\n## Part\n\nText ^block\n',
    'Pictures/cat.png': '',
    'Pictures/a cat (1).png': '',
    'Pictures/unlinked.pdf': '',
    'Empty/nothing.canvas': '{}',
  };

  test('gives no file of this server that a text names already', () => {
    const known = '5f5b4a3e-9c1d-4e0f-8a7b-6c5d4e3f2a1b';
    const others = `<img src="/files/${known}/b.png"> \`/files/${known.toUpperCase()}\` /files/x`;
    const plan = imported({
      'A.md': `![a](/files/${known}/a.png) ![c](/files/${known}/c.png) ${others}`,
      [`files/${known}/a.png`]: '',
    });
    const [file] = plan.files;
    expect(plan.pages.map(({ content }) => content).join()).not.toMatch(new RegExp(known, 'i'));
    expect(contentOf(plan, 'A')).toContain(
      `![a](/files/${file?.id}/a.png) ![c](/files/00000000-0000-0000-0000-000000000000/c.png) <img`,
    );
    expect(exported(plan)['A.md']).toContain(others);
  });

  test.each([
    ['the words of a wiki link', '[[Folder/Twin|/files/ID/a.png]]'],
    ['the words of an embedded file', '![[cat.png|/files/ID/a.png]]'],
    ['the words of an HTML picture', '<img src="Pictures/cat.png" alt="/files/ID/a.png">'],
    ['the end of a link', '[a](Twin.md?/files/ID/a.png)'],
    ['the end of a link to a heading', '[a](Twin.md#/files/ID/a.png)'],
    ['front matter', '---\ncover: /files/ID/a.png\n---\nText'],
    ['a reference', '[a]\n\n[a]: /files/ID/a.png'],
    ['a formula and code', '$/files/ID$\n\n```\n/files/ID\n```'],
    ['an address of this server', '![a](https://docs.example.com/files/ID/a.png)'],
    ['a file in a folder of that name', '', 'x/files/ID/a.png'],
  ])('gives no file of this server that stands in %s', (_, text, path = 'Pictures/x.png') => {
    const known = '5f5b4a3e-9c1d-4e0f-8a7b-6c5d4e3f2a1b';
    const plan = imported({
      ...files,
      'A.md': text.replaceAll('ID', known),
      [path.replace('ID', known)]: '',
    });
    expect(plan.pages.map(({ content }) => content).join()).not.toContain(`/files/${known}`);
  });

  test('keeps links that lead by a name, and has others say which page and file they mean', () => {
    const plan = imported(files);
    const home = readable(contentOf(plan, 'Home'), plan);
    expect(plan.pages.map(({ name, path }) => `${path}: ${name}`)).toEqual([
      'Home.md: Home',
      'Twin.md: Twin',
      'Folder: Folder',
      'Folder/Twin.md: Twin',
      'Folder/Deep note.md: Deep note',
      'Other files: Other files',
    ]);
    expect(home).toContain(
      '---\ntitle: Not the name\ntags: [a,  b]\nup: "[[Deep note]]"\n---\n# A heading\n\n#tag [[Deep note]] [[deep note#Part|words]]',
    );
    expect(home).toContain('[Twin](/dashboard/pages/Twin) [[Folder/Twin|the other]]');
    expect(home).toContain(
      '![cat.png](/files/cat.png/cat.png) ![cat.png|100](/files/cat.png/cat.png) ![A cat|50](/files/cat.png/cat.png) [cat.png](/files/cat.png/cat.png)',
    );
    expect(home).toContain('![[Deep note#Part]] [[Nobody]] ![[gone.png]] `[[Deep note]]`');
    expect(home).toContain('> [!tip]- Title\n> [[#A heading]]');
    expect(home).toContain('| [[Folder/Twin\\|in a table]] ![cat.png\\|20](/files/cat.png/cat.png) |');
    expect(plan.missing).toEqual(['gone.png']);
    expect(plan.unlinked).toBe(2);
    const [twin, other] = plan.pages.filter(({ name }) => name === 'Twin');
    expect(contentOf(plan, 'Home')).toContain(
      `[Twin](/dashboard/pages/${twin?.id}) [[Folder/Twin|the other]]`,
    );
    expect(other?.content).toMatch(
      new RegExp(
        `^\\[Twin\\]\\(/dashboard/pages/${twin?.id}\\) \\[home\\]\\(/dashboard/pages/[^)]*#a-heading\\) !\\[x\\]\\(/files/[^)]* "t"\\)`,
      ),
    );
  });

  test('has names lead to one page of the whole workspace', () => {
    const plan = imported(files, ['DEEP NOTE']);
    expect(contentOf(plan, 'Home')).not.toContain('[[Deep note]] [[');
    expect(contentOf(plan, 'Home')).toContain('[words](/dashboard/pages/');
  });

  test('goes out as it came', () => {
    const plan = imported(files, ['Home']);
    expect(exported(plan)).toEqual(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path, TEXT.test(path) ? text : path])),
    );
  });

  test('goes out with what changed meanwhile', () => {
    const plan = imported(files);
    const pages = plan.pages.map((page) => ({
      ...page,
      name: page.path === 'Folder/Twin.md' ? 'Renamed' : page.name,
      content: page.name === 'Home' ? page.content.replace('#tag', 'New words, #tag') : page.content,
    }));
    const out = exported({ ...plan, pages });
    expect(out['Home.md']).toContain(
      'New words, #tag [[Deep note]] [[deep note#Part|words]] [[Twin]] [[Folder/Twin|the other]] ![[cat.png]]',
    );
    expect(out['Folder/Renamed.md']).toContain('[[Twin]] [home](../Home.md#A%20heading)');
    expect(out['Folder/Twin.md']).toBeUndefined();
  });

  test('does not lead out of the archive, whatever its origin says', () => {
    const plan = imported({ 'a.md': '![[b.png]]', 'b.png': '' });
    const pages = plan.pages.map((page) => ({
      ...page,
      origin: page.origin && {
        ...page.origin,
        path: '../../a.md',
        files: Object.fromEntries(Object.keys(page.origin.files).map((id) => [id, '../../b.png'])),
      },
    }));
    expect(Object.keys(exported({ ...plan, pages }))).toEqual(['a.md', 'a/b.png']);
  });
});

describe('links as other programs write them', () => {
  const files: Files = {
    'site/docs/guide.md':
      '<img src="../static/img/a.png" alt="An *a*" width="120px">\n\n' +
      '<p align="center">\n  <a href="https://example.org"><img src="/img/a.png"></a>\n  <img src="b b.png" />\n</p>\n\n' +
      'In <img src="/logo.png"> a line, ![](/logo.png) ![](b%20b.png) ![b](b b.png) [no](no way.md)\n\n' +
      '| a |\n| - |\n| <img width=20 src=/logo.png> |\n\n' +
      '<img src="gone.png">\n\n<p>words <img src="/logo.png"></p>\n\n`<img src="/logo.png">`\n\n' +
      '[up](..\\Top.md) [in](Sub\\_in.md) ![](..\\static\\img\\a.png) [c](Sub%5C_in.md)\n',
    'site/docs/Sub/_in.md': '',
    'site/docs/b b.png': '',
    'site/docs/deep/logo.png': '',
    'site/static/img/a.png': '',
    'site/docs/public/logo.png': '',
    'site/Top.md': '',
  };

  test('HTML, a site’s folders, spaces and backslashes lead to their files', () => {
    const plan = imported(files);
    const text = readable(contentOf(plan, 'guide'), plan).replaceAll('/dashboard/pages/', '@');
    expect(text.split('\n\n')).toEqual([
      '![An \\*a\\*|120](/files/a.png/a.png)',
      '![](/files/a.png/a.png) ![](/files/b b.png/b%20b.png)',
      'In ![](/files/logo.png/logo.png) a line, ![](/files/logo.png/logo.png) ![](/files/b b.png/b%20b.png) ![b](/files/b b.png/b%20b.png) [no](no way.md)',
      '| a |\n| - |\n| ![\\|20](/files/logo.png/logo.png) |',
      '<img src="gone.png">',
      '<p>words <img src="/logo.png"></p>',
      '`<img src="/logo.png">`',
      '[up](@Top) [in](@_in) ![](/files/a.png/a.png) [c](@_in)\n',
    ]);
    const logo = plan.files.find(({ path }) => path.join('/') === 'site/docs/public/logo.png');
    expect(contentOf(plan, 'guide')).toContain(`In ![](/files/${logo?.id}/`);
    expect(plan.missing).toEqual(['gone.png']);
    expect(plan.unlinked).toBe(1);
  });

  test('go out as they came', () => {
    const { 'site/docs/deep/logo.png': _, ...used } = files;
    expect(exported(imported(used))).toEqual(
      Object.fromEntries(Object.entries(used).map(([path, text]) => [path, TEXT.test(path) ? text : path])),
    );
  });

  test('names that differ in case, or in how their accents are written, lead each to its own', () => {
    const plan = imported({
      'a.md': '[A](A.md) [[A]] [own](a.md) ![](P.png) ![](p.png) ![](pl.png)',
      'A.md': '',
      'P.png': '',
      'p.png': '',
      ['Café.md'.normalize('NFD')]: '![](für.png)',
      'Café/x.md': '',
      ['für.png'.normalize('NFD')]: '',
      'P/PL.png': '',
    });
    const [small, large] = ['a.md', 'A.md'].map((path) => plan.pages.find((page) => page.path === path));
    const file = (path: string) => plan.files.find((each) => each.path.join('/') === path)?.id;
    expect(small?.content).toBe(
      `[A](/dashboard/pages/${large?.id}) [A](/dashboard/pages/${large?.id}) [own](/dashboard/pages/${small?.id}) ` +
        `![](/files/${file('P.png')}/P.png) ![](/files/${file('p.png')}/p.png) ![](/files/${file('P/PL.png')}/PL.png)`,
    );
    const cafe = plan.pages.find(({ name }) => name === 'Café');
    expect(cafe?.content).toContain('/files/');
    expect(plan.pages.find(({ name }) => name === 'x')?.parentId).toBe(cafe?.id);
  });
});

const NAMES = ['Plan', 'plan b', 'Über uns', 'A (1)', 'note.v2', 'Plan', 'x & y', '100%'];
const FOLDERS = ['', 'Plan', 'Deep', 'Deep/Deeper', 'Bilder'];
const aName = fc.constantFrom(...NAMES);
const aTarget = fc.oneof(
  aName,
  fc
    .tuple(fc.constantFrom('Plan/', 'Deep/Deeper/', '../state/', '../'), aName)
    .map(([folder, name]) => folder + name),
  fc.constantFrom('cat.png', 'Bilder/cat.png', 'clip.mp4', 'nobody', 'Plan.md', ''),
);
const aPart = fc.constantFrom('', '#Heading', '#A > b', '#^block');
const aShown = fc.constantFrom('', '|words', '|100', '|*b*', '\\|cell', '|a|b');
const aLink = fc.oneof(
  fc
    .tuple(fc.constantFrom('', '!'), aTarget, aPart, aShown)
    .map(([mark, target, part, shown]) => `${mark}[[${target}${part}${shown}]]`),
  fc
    .tuple(
      fc.constantFrom('', '!'),
      fc.constantFrom('', '../', 'Bilder/', '/'),
      aName,
      fc.constantFrom('.md', '.png', ''),
      aPart,
    )
    .map(
      ([mark, up, name, ending, part]) =>
        `${mark}[t](${up}${encodeURIComponent(name + ending)}${part.replaceAll(' ', '%20')})`,
    ),
  fc.constantFrom(
    '[a](<x & y.md>)',
    '[[',
    ']]',
    '![',
    '`[[Plan]]`',
    '[r]\n\n[r]: Plan.md\n',
    '[![](cat.png)](Plan.md)',
  ),
);
const aText = fc
  .tuple(
    fc.constantFrom('', '---\ntitle: T\naliases: [x]\n---\n', '---\n', '\r\n', '# Heading\n'),
    fc.array(
      fc.oneof(
        aLink,
        fc.constantFrom(
          '\n\n',
          ' ',
          '\n> [!note] T\n> ',
          '\n| a |\n|--|\n| ',
          ' |\n',
          '\n```\n',
          '%%c%%',
          '$x$',
          '#tag',
        ),
      ),
    ),
  )
  .map(([top, parts]) => top + parts.join(' '));
const aVault = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom(...FOLDERS),
      fc.oneof(
        aName.map((name) => `${name}.md`),
        fc.constantFrom('cat.png', 'clip.mp4', 'A (1).png'),
      ),
    ),
    {
      minLength: 1,
      maxLength: 10,
      selector: ([folder, name]) => `${folder}/${name}`.toLowerCase(),
    },
  )
  .chain((paths) =>
    fc.tuple(
      ...paths.map(([folder, name]) =>
        aText.map((text) => [folder === '' ? name : `${folder}/${name}`, text] as const),
      ),
    ),
  )
  .map((files) => Object.fromEntries(files.map(([path, text]) => [path, TEXT.test(path) ? text : path])));

test('any vault goes out as it came', () => {
  fc.assert(
    fc.property(aVault, fc.uniqueArray(aName), (files, names) => {
      expect(exported(imported(files, names))).toEqual(files);
    }),
    { numRuns: 500 },
  );
});

/** Set VAULT to a folder to try a real one. */
test.runIf(process.env.VAULT)('a real vault goes out as it came, and none of its links is dead', () => {
  const root = process.env.VAULT ?? '';
  const files: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
    files[path] = TEXT.test(path) ? readFileSync(join(root, path), 'utf8') : path;
  }
  const plan = imported(files);
  expect(exported(plan)).toEqual(files);
  const places = vaultOf(Object.keys(files).map((path) => ({ path: path.split('/'), target: path })));
  const named = namedPages(plan.pages.map(({ id, name, parentId }) => ({ id, name, parent_id: parentId })));
  const dead = plan.pages.flatMap(({ path, content }) =>
    findLinks(content).flatMap((link) => {
      const target = link.kind === 'wiki' ? link.link.target : '';
      const wasAlive =
        target !== '' && followWiki(places, target, path.split('/').slice(0, -1)) !== undefined;
      return wasAlive && named(target).length !== 1 ? [`${path}: ${target}`] : [];
    }),
  );
  expect(dead).toEqual([]);
});
