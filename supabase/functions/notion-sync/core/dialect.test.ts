import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonical,
  fromNotion,
  holdsNotionFile,
  splitFrontMatter,
  toNotion,
  withoutSignatures,
} from './dialect.ts';

const SIGNED =
  'https://prod-files-secure.s3.us-west-2.amazonaws.com/a/b/plan.png?X-Amz-Algorithm=AWS4&X-Amz-Date=20261121&X-Amz-Signature=0f3a&x-id=GetObject';

describe('Notion to here', () => {
  test.each([
    ['two paragraphs', 'One\nTwo', 'One\n\nTwo'],
    [
      'a list stays together',
      'Buy:\n- milk\n\t- oat\n- bread\nThen go',
      'Buy:\n\n- milk\n\t- oat\n- bread\n\nThen go',
    ],
    ['a rule is no heading', 'One\n---\nTwo', 'One\n\n---\n\nTwo'],
    ['code is left alone', '```js\na\n\n\nb\n```\nafter', '```js\na\n\n\nb\n```\n\nafter'],
    ['quotes', '> one\n> two\nthree', '> one\n> two\n\nthree'],
    [
      'a table of tags',
      'x\n<table>\n<tr>\n<td>a</td>\n</tr>\n</table>\ny',
      'x\n\n<table>\n<tr>\n<td>a</td>\n</tr>\n</table>\n\ny',
    ],
    [
      'a toggle with its children',
      '<details>\n<summary>S</summary>\n\tInside\n</details>',
      '<details>\n<summary>S</summary>\n\tInside\n</details>',
    ],
    ['words in colour', '<span color="red">a</span>\nb', '<span color="red">a</span>\n\nb'],
    ['to-dos', '- [ ] a\n- [x] b', '- [ ] a\n- [x] b'],
  ])('%s', (_what, theirs, ours) => {
    expect(fromNotion(theirs)).toBe(ours);
  });

  test('every text of Notion goes back as it came', () => {
    const line = fc.constantFrom(
      'text',
      '# head',
      '- item',
      '\t- child',
      '1. one',
      '> quote',
      '<table>',
      '</table>',
      '```',
      '---',
      '<span>x</span>',
      '\tdeep',
      '| a |',
      '<unknown url="u"/>',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const theirs = lines.join('\n');
        expect(toNotion(fromNotion(theirs))).toBe(theirs);
        expect(fromNotion(toNotion(fromNotion(theirs)))).toBe(fromNotion(theirs));
      }),
    );
  });
});

describe('addresses that Notion signs', () => {
  test('lose the signature, and nothing else', () => {
    expect(withoutSignatures(`![a](${SIGNED})\r\nend`)).toBe(
      '![a](https://prod-files-secure.s3.us-west-2.amazonaws.com/a/b/plan.png?x-id=GetObject)\nend',
    );
    expect(
      withoutSignatures('<file src="https://file.notion.so/f/x?expirationTimestamp=17&signature=ab"/>'),
    ).toBe('<file src="https://file.notion.so/f/x"/>');
  });
  test('of others stay as they are', () => {
    const others = 'See https://example.com/?a=1&b=2 and <https://example.org/x?expires=never>.';
    expect(withoutSignatures(others)).toBe(others);
  });
  test('are the same text with a new signature', () => {
    const again = SIGNED.replace('0f3a', '77bb').replace('20261121', '20261122');
    expect(canonical(`![a](${again})`)).toBe(canonical(`![a](${SIGNED})`));
    expect(canonical(`![a](${SIGNED.replace('plan', 'other')})`)).not.toBe(canonical(`![a](${SIGNED})`));
  });
  test('are known with their signature and without', () => {
    expect(holdsNotionFile(`![a](${SIGNED})`)).toBe(true);
    expect(holdsNotionFile(withoutSignatures(`![a](${SIGNED})`))).toBe(true);
    expect(holdsNotionFile('![a](https://example.com/a.png)')).toBe(false);
  });
});

test('Notion ignores empty lines and spaces at the end of a line, except in code', () => {
  expect(canonical('a  \n\n\nb\n')).toBe(canonical('a\nb'));
  expect(canonical('```\na\n\nb\n```')).not.toBe(canonical('```\na\nb\n```'));
});

describe('front matter', () => {
  test('is recognised by the text', () => {
    expect(splitFrontMatter('---\ntitle: x\n---\n\nText')).toEqual({
      frontMatter: '---\ntitle: x\n---\n\n',
      body: 'Text',
    });
  });
  test.each(['Text', '---\nno key\n---\nText', '---\ntitle: x\n', 'a\n---\nb: c\n---\n'])(
    '%j has no front matter',
    (content) => {
      expect(splitFrontMatter(content)).toEqual({ frontMatter: '', body: content });
    },
  );
});
