import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

test('reads quotes, line ends inside them, nothing and NULL', () => {
  expect(parseCsv('a,"b ""x"""\r\n1,"two\nlines, ""quoted"""\nNULL,\n')).toEqual([
    { a: '1', 'b "x"': 'two\nlines, "quoted"' },
    { a: null, 'b "x"': '' },
  ]);
  expect(parseCsv('a,b\n1,')).toEqual([{ a: '1', b: '' }]);
  expect(parseCsv('')).toEqual([]);
});

test.each(['a,b\n1', 'a\n"1', 'a\n"1"2'])('refuses %j', (text) => {
  expect(() => parseCsv(text)).toThrow('PGRST102');
});
