import { expect, test } from 'vitest';
import { LARGE_ROW_BYTES, LargeRows } from './large-rows.ts';

function message(type: string, length: number): Buffer {
  const bytes = Buffer.alloc(1 + length, type.toLowerCase());
  bytes.write(type);
  bytes.writeInt32BE(length, 1);
  return bytes;
}

const small = message('D', 4 + 100);
const large = message('D', 4 + LARGE_ROW_BYTES);
const other = message('T', 4 + LARGE_ROW_BYTES);
const end = message('Z', 5);
const bare = message('2', 4);

/** Sends bytes in pieces. @returns what the parser got, and how large the rows were that were asked for */
function pass(bytes: Buffer, piece: number, admits: (bytes: number) => boolean) {
  const got: Buffer[] = [];
  const asked: number[] = [];
  const rows = new LargeRows(
    (some) => got.push(Buffer.from(some)),
    (length) => {
      asked.push(length);
      return admits(length);
    },
  );
  for (let at = 0; at < bytes.length; at += piece) rows.take(bytes.subarray(at, at + piece));
  return { got: Buffer.concat(got), asked };
}

const everything = Buffer.concat([bare, small, large, end, bare, other, large, large, small, end]);
const PIECES = [1, 2, 3, 7, 1000, 65_536, large.length, everything.length];

test.each(PIECES)('all bytes go on in order, however they come (%i at a time)', (piece) => {
  const { got, asked } = pass(everything, piece, () => true);
  expect(got.equals(everything)).toBe(true);
  expect(asked).toEqual([large.length, large.length, large.length]);
});

test.each(PIECES)('only a row that is not admitted is left out (%i at a time)', (piece) => {
  let turn = 0;
  const { got } = pass(everything, piece, () => turn++ === 1);
  expect(got.equals(Buffer.concat([bare, small, end, bare, other, large, small, end]))).toBe(true);
});

test('a row is asked for when everything before it was parsed', () => {
  const order: string[] = [];
  const rows = new LargeRows(
    (bytes) => order.push(`${bytes.length} bytes`),
    () => order.push('asked') > 0,
  );
  rows.take(Buffer.concat([bare, small, large.subarray(0, 100)]));
  rows.take(Buffer.concat([large.subarray(100), end]));
  expect(order).toEqual([
    `${bare.length + small.length} bytes`,
    'asked',
    `${large.length} bytes`,
    `${end.length} bytes`,
  ]);
});
