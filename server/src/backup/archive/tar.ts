/** The headers of a tar archive (POSIX ustar), as every `tar` reads them. */

export const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
// Eleven octal digits; a larger size is written in base 256, as GNU tar does.
const LARGEST_OCTAL = 0o77777777777;

export interface Member {
  readonly name: string;
  readonly size: number;
}

export class BrokenTarError extends Error {
  override readonly name = 'BrokenTarError';
}

export function writeHeader({ name, size }: Member, time: Date): Buffer {
  const header = Buffer.alloc(BLOCK);
  const [short, prefix] = splitName(name);
  header.write(short, 0, NAME_BYTES, 'utf8');
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  writeSize(header, size);
  header.write(`${octal(Math.floor(time.getTime() / 1000), 11)}\0`, 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  header.write(prefix, 345, PREFIX_BYTES, 'utf8');
  header.write(`${octal(sumOf(header), 6)}\0 `, 148);
  return header;
}

/**
 * @returns undefined for the end of the archive
 * @throws {BrokenTarError}
 */
export function readHeader(header: Buffer): Member | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const told = Number.parseInt(textAt(header, 148, 8), 8);
  const blank = Buffer.from(header);
  blank.write('        ', 148);
  if (told !== sumOf(blank) || textAt(header, 257, 5) !== 'ustar') throw new BrokenTarError('no tar header');
  const prefix = textAt(header, 345, PREFIX_BYTES);
  const name = textAt(header, 0, NAME_BYTES);
  return { name: prefix === '' ? name : `${prefix}/${name}`, size: readSize(header) };
}

/** @returns how many zeros follow so many bytes */
export function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function splitName(name: string): [string, string] {
  if (Buffer.byteLength(name) <= NAME_BYTES) return [name, ''];
  const slash = name.lastIndexOf('/');
  const [prefix, short] = [name.slice(0, slash), name.slice(slash + 1)];
  if (slash < 0 || Buffer.byteLength(prefix) > PREFIX_BYTES || Buffer.byteLength(short) > NAME_BYTES)
    throw new Error(`The name ${name} is too long for a tar archive.`);
  return [short, prefix];
}

function writeSize(header: Buffer, size: number): void {
  if (size <= LARGEST_OCTAL) {
    header.write(`${octal(size, 11)}\0`, 124);
    return;
  }
  header.writeUInt8(0x80, 124);
  header.writeBigUInt64BE(BigInt(size), 128);
}

function readSize(header: Buffer): number {
  const size =
    header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(textAt(header, 124, 12), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new BrokenTarError('no size');
  return size;
}

function textAt(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

function octal(number: number, digits: number): string {
  return number.toString(8).padStart(digits, '0');
}

function sumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}
