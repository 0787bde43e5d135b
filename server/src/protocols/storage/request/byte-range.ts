/** The part of a file that a request asks for (RFC 9110 section 14). */

export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * @returns undefined when the whole file is to be sent: several parts at once need not be served; 'none' when the file
 * has no such part
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  if (header === undefined || !/^bytes=/i.test(header) || header.includes(',')) return undefined;
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.replaceAll(' ', '')) ?? [];
  if (from === undefined || to === undefined || from + to === '') return 'none';
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'none' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first < size && first <= last ? { first, last } : 'none';
}
