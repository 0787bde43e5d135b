import { expect, test } from 'vitest';
import {
  CODE_LANGUAGES,
  findLanguages,
  languageLabel,
} from '../../../../../../../markdown/src/kinds/code/language-names.ts';
import { importCodeParser } from '../../../../../../../markdown/src/kinds/code/languages.ts';

test('every language that can be chosen has a parser, by each of its names', async () => {
  for (const { name, aliases } of CODE_LANGUAGES)
    for (const each of [name, ...aliases]) expect(await importCodeParser(each), each).not.toBeNull();
});

test('languages are found by their names and their short ones, the closest first', () => {
  const labels = (typed: string) => findLanguages(typed).map(({ label }) => label);
  expect(labels('')[0]).toBe('Plain text');
  expect(labels('js').slice(0, 2)).toEqual(['JavaScript', 'JSON']);
  expect(labels('c')[0]).toBe('C');
  expect(labels('TypeS')).toEqual(['TypeScript']);
  expect(labels('brainfuck')).toEqual([]);
});

test('a language is called as people know it, and one that nobody knows as it is written', () => {
  expect(languageLabel('JS')).toBe('JavaScript');
  expect(languageLabel('')).toBe('Plain text');
  expect(languageLabel('mermaid')).toBe('mermaid');
});
