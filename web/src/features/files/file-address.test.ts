import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPictureWords } from '../../../../markdown/src/kinds/image/picture-words.ts';
import { pageLanguage } from '../editor/markdown/page-language.ts';
import { fileAddress, fileKind, fileMarkdown, readFileAddress, writePictureWords } from './file-address.ts';

const ID = '0a1b2c3d-0000-4000-8000-0123456789ab';

test('an address says its file, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }), (name) => {
      fc.pre(!/[\p{Cs}]/u.test(name));
      const address = fileAddress({ id: ID, name });
      expect(address).toMatch(/^\/files\/[0-9a-f-]{36}\/[\w.~%-]+$/);
      expect(readFileAddress(address)).toEqual({ id: ID, name });
      expect(readFileAddress(`https://t.example${address}`, 'https://t.example')).toEqual({ id: ID, name });
    }),
  );
});

test('any file that is put into a page is one picture or one link there', () => {
  const ends = fc.constantFrom('.png', '.pdf', '.mp4', '.mp3', '.docx', '');
  const names = fc.tuple(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }), ends);
  fc.assert(
    fc.property(names, ([stem, end]) => {
      fc.pre(!/[\p{Cs}\p{Cc}/]/u.test(stem) && stem.trim() !== '');
      const name = stem.trim() + end;
      const markdown = fileMarkdown({ id: ID, name });
      const tree = pageLanguage.parser.parse(markdown);
      const found: string[] = [];
      tree.iterate({
        enter: ({ name: node, from, to }) => {
          if ((node === 'Image' || node === 'Link') && from === 0 && to === markdown.length) found.push(node);
        },
      });
      expect(found, markdown).toEqual([fileKind(name) === 'other' ? 'Link' : 'Image']);
    }),
  );
});

test.each([
  'https://evil.example/files/0a1b2c3d-0000-4000-8000-0123456789ab/a.png',
  '/files/0a1b2c3d-0000-4000-8000-0123456789ab/',
  '/files/0a1b2c3d-0000-4000-8000-0123456789ab/a/b.png',
  '/files/../0a1b2c3d-0000-4000-8000-0123456789ab/a.png',
  '/files/not-an-id/a.png',
  '//files/0a1b2c3d-0000-4000-8000-0123456789ab/a.png',
])('%s is no file of a page', (address) => {
  expect(readFileAddress(address, 'https://t.example')).toBeUndefined();
});

test.each([
  ['A cat|320', { alt: 'A cat', width: 320 }],
  ['|320', { alt: '', width: 320 }],
  ['A|B', { alt: 'A|B', width: undefined }],
  ['A|B|64', { alt: 'A|B', width: 64 }],
  ['A|3', { alt: 'A', width: undefined }],
  ['A|99999', { alt: 'A', width: undefined }],
])('the words %j are %j', (words, expected) => {
  expect(readPictureWords(words)).toEqual(expected);
});

test('the words of a picture with a width are read as they are written', () => {
  expect(writePictureWords({ alt: 'A cat', width: 320.4 })).toBe('A cat|320');
  expect(writePictureWords({ alt: 'A cat', width: undefined })).toBe('A cat');
});
