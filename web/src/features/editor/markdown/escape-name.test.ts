/** A name in a link's brackets is read as it is, by both parsers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeName } from '../../../../../markdown/src/text/escape-name.ts';
import { readAsReader } from '../corpus/read-as-reader.ts';
import { pageLanguage } from './page-language.ts';

const groups = '== $$ &amp; &#38; [^1] ![ <b> ~~ www.a.b'.split(' ');
const signs = [...'\\`*_[]()<>~|!$=&;^#:{}@x1 ', ...groups];
const names = fc
  .array(fc.constantFrom(...signs), { minLength: 1, maxLength: 8 })
  .map((all) => all.join('').trim())
  .filter((name) => name !== '');
const places = fc.constantFrom('', 'a ', '- ', '> ', '| a |\n| - |\n| ');
const IN_A_NAME = new Set(['LinkMark', 'URL', 'Escape']);

test('a name is a link of its own words', () => {
  fc.assert(
    fc.property(names, places, (name, place) => {
      const link = `[${escapeName(name)}](/p)`;
      const said = JSON.stringify(readAsReader(`${place}${link}`), ['type', 'children', 'url', 'value']);
      expect(said).toContain(
        JSON.stringify({ type: 'link', children: [{ type: 'text', value: name }], url: '/p' }),
      );
      const nodes: string[] = [];
      pageLanguage.parser.parse(link).iterate({
        enter: (node) => {
          if (!node.type.is('Block') && !IN_A_NAME.has(node.name))
            nodes.push(`${node.name} ${node.from} ${node.to}`);
        },
      });
      expect(nodes).toEqual([`Link 0 ${link.length}`]);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['a](javascript:1) <b> *c*', String.raw`a\](javascript:1) \<b\> \*c\*`],
  ['$5 to $6, a==b', String.raw`\$5 to \$6, a\==b`],
  ['Q&A = R&D!', 'Q&A = R&D!'],
  ['!important', String.raw`\!important`],
])('%s is written %s', (name, expected) => expect(escapeName(name)).toBe(expected));
