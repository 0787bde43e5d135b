import { expect, test } from 'vitest';
import { CODE_LANGUAGES, languageLabel } from './language-names.ts';
import { importCodeParser } from './languages.ts';

test('each language that has a name has a parser, by all its names', async () => {
  for (const { label, name, aliases } of CODE_LANGUAGES)
    for (const each of [name, ...aliases]) {
      expect(languageLabel(each)).toBe(label);
      expect((await importCodeParser(each))?.parse('a').length, each).toBe(1);
    }
  expect(await importCodeParser('nothing')).toBeNull();
});
