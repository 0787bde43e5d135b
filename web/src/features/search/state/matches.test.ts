import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, markMatches } from './matches.ts';

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

test('no character is lost, whatever is asked', () => {
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

test('all words have to be there', () => {
  expect(holds('Überprüfung in Málaga', 'malaga uber')).toBe(true);
  expect(holds('Überprüfung in Málaga', 'malaga unter')).toBe(false);
});
