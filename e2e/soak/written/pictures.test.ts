import { beforeEach, expect, test } from 'vitest';
import { Pictures } from './pictures.ts';

const [ID, OTHER] = ['1', '2'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);
let now: number;
let pictures: Pictures;

beforeEach(() => {
  now = 0;
  pictures = new Pictures(() => now);
  pictures.begin('f1-1.png', 'ada');
});

const text = (...ids: readonly (string | undefined)[]) =>
  ids.map((id) => `![](/files/${id}/f1-1.png)`).join('\n');
const row = (id: string | undefined, uploaded_at: string | null = '2026') => ({
  id: id ?? '',
  name: 'f1-1.png',
  uploaded_at,
});
const fates = (...judged: Parameters<Pictures['judge']>) => pictures.judge(...judged).map(({ fate }) => fate);

test('a picture that its writer saw is to be in the text and at the server, once', () => {
  expect(fates('', [])).toEqual([]);
  pictures.see('f1-1.png');
  expect(fates(text(ID), [row(ID)])).toEqual([]);
  expect(fates('', [])).toEqual(['lost']);
  expect(fates(text(ID), [])).toEqual(['left behind']);
  expect(fates(text(ID), [row(ID, null)])).toEqual(['left behind']);
  expect(fates(text(ID, OTHER), [row(ID)])).toEqual(['doubled']);
  expect(fates(text(ID), [row(ID), row(OTHER)])).toEqual(['doubled']);
});

test('one that a kill or an undo may have taken is there or not, but never without its bytes', () => {
  pictures.see('f1-1.png');
  pictures.store('ada', 5000);
  pictures.kill('ada');
  expect(fates('', [])).toEqual(['lost']);
  pictures.begin('f1-1.png', 'ada');
  pictures.see('f1-1.png');
  pictures.kill('ada');
  expect(fates('', [])).toEqual([]);
  expect(fates(text(ID), [])).toEqual(['left behind']);
});

test('one may go with a tab whose screen said after it that this tab alone has it, unless it was saved', () => {
  pictures.see('f1-1.png');
  pictures.close('ada', undefined);
  pictures.close('ada', -1);
  expect(fates('', [])).toEqual(['lost']);
  pictures.save('ada', 1);
  pictures.close('ada', 10);
  expect(fates('', [])).toEqual(['lost']);
  pictures.begin('f1-1.png', 'ada');
  pictures.see('f1-1.png');
  pictures.close('ada', 10);
  expect(fates('', [])).toEqual([]);
});
