import { expect, test } from 'vitest';
import { fromText, readTransformation, toHeader, toText } from './transformation.ts';

test('a link carries the transformation that it was made with', () => {
  const full = {
    width: 100,
    height: 50,
    resize: 'contain',
    quality: 60,
    format: 'webp',
    gravity: 'fp',
    x_offset: 0,
    y_offset: 1,
  } as const;
  expect(toText(full)).toBe('height:50,width:100,resize:contain,quality:60,format:webp,gravity:fp:0:1');
  expect(fromText(toText(full), undefined)).toEqual(full);
  expect(fromText('width:100', 'origin')).toEqual({ width: 100, format: 'origin' });
  expect(toText({ format: 'origin' })).toBe('');
  expect(fromText('', undefined)).toEqual({});
});

test('the answer tells it in the words of upstream', () => {
  expect(toHeader({ width: 100, height: 50 })).toBe('height:50,width:100,resizing_type:fill');
  expect(toHeader({ width: 100, resize: 'contain', quality: 60 })).toBe(
    'width:100,resizing_type:fit,quality:60',
  );
  expect(toHeader({ height: 9, resize: 'fill', gravity: 'sm' })).toBe(
    'height:9,resizing_type:force,gravity:sm',
  );
  expect(toHeader({})).toBe('');
});

test('no side is longer than 2,500, and none of 0 counts', () => {
  expect(readTransformation({ width: '99999', height: '0' })).toEqual({ width: 2500, height: undefined });
});

test.each([
  ['width', '-1'],
  ['width', '1.5'],
  ['width', 'x'],
  ['width', ''],
  ['height', '1e999'],
  ['quality', '19'],
  ['quality', '101'],
  ['resize', 'cover\nmalicious'],
  ['format', 'avif\nmalicious'],
  ['gravity', 'obj'],
  ['x_offset', 'NaN'],
])('%s=%j is refused, and named', (name, value) => {
  expect(() => readTransformation({ [name]: value })).toThrow(`querystring/${name}: `);
});

test('a point needs both coordinates, from 0 to 1', () => {
  expect(() => readTransformation({ gravity: 'fp' })).toThrow('x_offset');
  expect(() => readTransformation({ gravity: 'fp', x_offset: '1.1', y_offset: '0.5' })).toThrow('x_offset');
  expect(() => readTransformation({ gravity: 'fp', x_offset: '1', y_offset: '-0.5' })).toThrow('y_offset');
});
