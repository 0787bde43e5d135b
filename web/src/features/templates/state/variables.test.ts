/** Variables read in the page as the plain text that they stand for, whatever that is, and nothing else changes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAsReader, wordsOfPage } from '../../editor/corpus/read-as-reader.ts';
import { fillIn, startPage, VARIABLES } from './variables.ts';

const VALUES = { date: 'November 25, 2026', time: '9:30 AM', person: 'Ada Lovelace', page: 'Plan' };

/** The words of the page that is read, a block in a line. */
function read(markdown: string): string {
  return wordsOfPage(readAsReader(markdown)).replaceAll(/\s+/g, ' ').trim();
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    // Made of marks.
    fc.string({ unit: fc.constantFrom(...'\\`*_{}[]()<>#+-.!|~$=&^:;@1a \n\t"/'), maxLength: 12 }),
    fc.constantFrom(
      '{{date}}',
      '{{page}}',
      '<script>',
      '1. One',
      '- x',
      '---',
      ':-',
      '# A',
      '![x](y)',
      '&lt;',
    ),
  )
  // Markdown itself replaces the null character.
  .filter((text) => oneLine(text) !== '' && !text.includes('\0'));

test('a name reads in the page as it is, wherever it stands', () => {
  const places = ['{{page}}', '# {{page}}', '- {{page}}', '> {{page}}', '- [ ] {{page}}', '1. {{page}}'];
  places.push(
    '| a |\n| --- |\n| {{page}} |',
    'By {{page}}',
    '**By** {{page}}, *me*',
    '> [!NOTE]\n> {{page}}',
  );
  fc.assert(
    fc.property(fc.constantFrom(...places), name, (place, page) => {
      const [before = '', after = ''] = read(place.replace('{{page}}', 'NAME')).split('NAME');
      expect(read(fillIn(place, { ...VALUES, page }))).toBe(oneLine(`${before}${oneLine(page)}${after}`));
    }),
    { numRuns: 2000 },
  );
});

test('one pass fills in each variable, and nothing of what it put in', () => {
  const part = fc.constantFrom(
    ...VARIABLES.map(({ name }) => `{{${name}}}`),
    '{{',
    '}}',
    '{',
    'date',
    ' a ',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const template = parts.join('');
      const marked = { date: '{{time}}', time: '{{date}}', person: '{{{{page}}}}', page: '{{person}}' };
      // As many as there were, each replaced by its own value.
      const filled = fillIn(template, marked);
      const pieces = template.split(/\{\{(date|time|person|page)\}\}/);
      const expected = pieces.map((piece, index) =>
        index % 2 === 0 ? piece : marked[piece as keyof typeof marked].replaceAll(/[{}]/g, '\\$&'),
      );
      expect(filled).toBe(expected.join(''));
    }),
  );
});

test('what was filled in once stays, also when the page becomes a template', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('{{page}}', ' by ', '{{person}}', '\n\n', '# '), { maxLength: 8 }),
      name,
      (parts, page) => {
        const once = fillIn(parts.join(''), { ...VALUES, page, person: page });
        expect(fillIn(once, { ...VALUES, page: 'another', person: 'somebody' })).toBe(once);
      },
    ),
  );
});

test('a text without variables is not touched', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!/\{\{(date|time|person|page)\}\}/.test(text));
      expect(fillIn(text, VALUES)).toBe(text);
    }),
  );
  for (const text of ['{{Date}}', '{{ date }}', '{{name}}', '{date}', '\\{{date}}', '{{}}', '{{date}'])
    expect(fillIn(text, VALUES)).toBe(text);
});

test('in code, formulas and front matter nothing is filled in, and a toggle’s summary is plain text', () => {
  const verbatim =
    '---\ntitle: {{page}}\n---\n\n`{{date}}` $x_{{date}}$\n\n```sh\n{{page}}\n```\n\n    {{time}}\n';
  expect(fillIn(verbatim, VALUES)).toBe(verbatim);
  const toggle = '<details>\n<summary>{{page}}</summary>\n\n{{page}}\n\n</details>';
  const filled = fillIn(toggle, { ...VALUES, page: 'a_b <i> {{date}}' });
  expect(read(filled)).toBe('a_b <i> { {date}}a_b <i> {{date}}');
  expect(filled).toContain('<summary>a_b &lt;i> { {date}}</summary>');
});

test('a page is called as its template says, or keeps its name', () => {
  const occasion = { now: new Date(2026, 10, 25, 9, 30), person: 'Ada *Lovelace*', page: undefined };
  const template = { pageName: 'Notes of {{person}}, {{date}}' };
  expect(startPage(template, '# {{page}} at {{time}}', occasion)).toEqual({
    name: 'Notes of Ada *Lovelace*, November 25, 2026',
    content: '# Notes of Ada \\*Lovelace\\*, November 25, 2026 at 9:30 AM',
  });
  expect(startPage(template, '{{page}}', { ...occasion, page: 'Mine' })).toEqual({
    name: 'Mine',
    content: 'Mine',
  });
  expect(startPage({ pageName: `${'x'.repeat(490)} {{date}}` }, '', occasion).name).toHaveLength(500);
});

test('a variable makes no file’s name, and those of the template stay', () => {
  const [secret, known] = ['5f5b4a3e-9c1d-4e0f-8a7b-6c5d4e3f2a1b', '0c5d4e3f-9c1d-4e0f-8a7b-6c5d4e3f2a1b'];
  const content = `![](/files/{{page}}/a.png) ![](/files/${known}/b.png) /files/{{person}}`;
  const started = startPage({ pageName: secret }, content, {
    now: new Date(0),
    person: secret.toUpperCase(),
    page: undefined,
  });
  expect(started.content).not.toMatch(new RegExp(`/files/${secret}`, 'i'));
  expect(started.content).toContain(`![](/files/${known}/b.png)`);
});
