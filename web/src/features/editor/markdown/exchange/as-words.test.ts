/** Words that begin a line begin no block there, to either parser, and are read as what they say. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAsReader, wordsOfPage } from '../../corpus/read-as-reader.ts';
import { pageLanguage } from '../page-language.ts';
import { escapeBeginning, escapeWords } from './as-words.ts';

const signs = [
  ...'#>-+*=_|:`~$[]().!x1 a',
  '```',
  '~~~',
  '$$',
  '[^a]: ',
  '%%',
  '[ ] ',
  '1. ',
  '12) ',
  '- ',
  '---',
];
const line = fc
  .array(fc.constantFrom(...signs), { minLength: 1, maxLength: 6 })
  .map((all) => all.join('').trim())
  .filter((text) => text !== '');
const places = fc.constantFrom('', 'a\n\n', 'a\n', '| a |\n', '> ', '- ', '> - [ ] ', '1. a\n   ', '---\n\n');

function kinds(markdown: string): string[] {
  return readAsReader(markdown).children.map(({ type }) => type);
}

test('a line that is escaped is no block of its own', () => {
  fc.assert(
    fc.property(line, places, (text, place) => {
      // A formula alone in a line stays one.
      fc.pre(!/^\$\$.*\$\$$/.test(text));
      const [written, plain] = [`${place}${escapeBeginning(text)}`, `${place}x`];
      expect(kinds(written)).toEqual(kinds(plain));
      const names = (markdown: string) => {
        const found: string[] = [];
        pageLanguage.parser.parse(markdown).iterate({
          enter: ({ name, type }) => {
            if (type.is('Block')) found.push(name);
          },
        });
        return found;
      };
      expect(names(written)).toEqual(names(plain));
    }),
    { numRuns: 1000 },
  );
});

test('words are read as they are', () => {
  fc.assert(
    fc.property(line, places, fc.constantFrom('', ' b', '. b', ') b'), (text, place, rest) => {
      const read = wordsOfPage(readAsReader(`${place}${escapeWords(text, rest)}${rest}`));
      expect(read.endsWith(`${text}${rest}`.trim()), read).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['1. a', String.raw`1\. a`],
  ['1.5 a', '1.5 a'],
  ['- a', String.raw`\- a`],
  ['-1 a', '-1 a'],
  ['*a* b', '*a* b'],
  ['#tag', '#tag'],
  ['```a``` b', '```a``` b'],
  ['[a](b)', '[a](b)'],
  ['$$a$$', '$$a$$'],
])('%s is written %s', (text, expected) => expect(escapeBeginning(text)).toBe(expected));
