import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWord, holds, markMatches } from './matches.ts';

const show = (text: string, question: string) =>
  markMatches(text, question)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

test('words are marked as they were written', () => {
  expect(show('The Roadmap of Málaga', 'malaga ROAD')).toBe('The [Road]map of [Málaga]');
  expect(show('ﬁne print', 'fine')).toBe('[ﬁne] print');
  expect(show('東京支社の会議', '支社')).toBe('東京[支社]の会議');
  expect(show('がか', 'か')).toBe('が[か]');
  expect(show('100% sure', '%')).toBe('100[%] sure');
  expect(show('nothing', '  ')).toBe('nothing');
  expect(show('👩‍🚀 up', '👩‍🚀')).toBe('[👩‍🚀] up');
});

test('no character is lost in any search', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, question) => {
      expect(
        markMatches(text, question)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

test('a line that was cut begins with a word', () => {
  const cut = 'd what was decided in them is on a page. Launch plans have one owner.';
  expect(fromWord(cut, 'launch')).toBe(
    '… what was decided in them is on a page. Launch plans have one owner.',
  );
  expect(fromWord(`${'会'.repeat(41)}支社`, '支社')).toBe(`… ${'会'.repeat(41)}支社`);
  expect(fromWord('Launch moves to 16 March.', 'launch')).toBe('Launch moves to 16 March.');
  expect(fromWord('We moved the launch, as everybody knows, to March.', 'launch')).toBe(
    'We moved the launch, as everybody knows, to March.',
  );
});

test('every word has to be found', () => {
  expect(holds('Überprüfung in Málaga', 'malaga uber')).toBe(true);
  expect(holds('Überprüfung in Málaga', 'malaga unter')).toBe(false);
});
