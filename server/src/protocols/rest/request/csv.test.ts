import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

test('reads quotes, line ends inside them, empty values and NULL', () => {
  expect(parseCsv('a,"b ""x"""\r\n1,"two\nlines, ""quoted"""\nNULL,\n')).toEqual([
    { a: '1', 'b "x"': 'two\nlines, "quoted"' },
    { a: null, 'b "x"': '' },
  ]);
  expect(parseCsv('a,b\n1,')).toEqual([{ a: '1', b: '' }]);
  expect(parseCsv('')).toEqual([]);
});

test('reads every written text back', () => {
  const field = fc.oneof(
    fc.constant(null),
    fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', 'NULL', 'é') }),
  );
  const table = fc.array(fc.tuple(field, field), { minLength: 1 });
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n'), fc.boolean(), (rows, lineEnd, endsWithLine) => {
      const lines = [['a', 'b'], ...rows].map((fields) => fields.map(written).join());
      const text = lines.join(lineEnd) + (endsWithLine ? lineEnd : '');
      expect(parseCsv(text)).toEqual(rows.map(([a, b]) => ({ a, b })));
    }),
  );
});

function written(field: string | null): string {
  if (field === null) return 'NULL';
  return /^[aé]*$/.test(field) ? field : `"${field.replaceAll('"', '""')}"`;
}

test.each(['a,b\n1', 'a\n"1', 'a\n"1"2', 'a\n1"2"', 'a\n1\r2'])('refuses %j', (text) => {
  expect(() => parseCsv(text)).toThrow('PGRST102');
});
