import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { StorageError } from '../errors.ts';
import { isShown, listedType, TypedBytes, typeOf } from './file-types.ts';
import { DOWNLOADED, SHOWN, UNKNOWN } from './known-types.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const HTML = Buffer.from('<form action="https://elsewhere.example"><button>Sign in</button></form>');
const PNG = hex('89504e47 0d0a1a0a 0000000d 49484452');
const BYTES: Readonly<Record<string, Buffer>> = {
  'image/png': PNG,
  'image/jpeg': hex('ffd8ffe0 00104a46'),
  'image/gif': Buffer.from('GIF89a'),
  'image/webp': Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
  'image/avif': Buffer.from('\0\0\0\x1cftypavif'),
  'image/heic': Buffer.from('\0\0\0\x1cftypmif1'),
  'video/mp4': Buffer.from('\0\0\0\x20ftypisom'),
  'video/webm': hex('1a45dfa3 9f428681'),
  'audio/ogg': Buffer.from('OggS\0'),
  'audio/mpeg': hex('fffb9064'),
  'audio/aac': hex('fff15080'),
  'audio/wav': Buffer.from('RIFF\0\0\0\0WAVEfmt '),
  'application/pdf': Buffer.from('\n%PDF-1.7\n'),
};

test('the type is one of the list, whatever the uploader says', () => {
  const essence = [...DOWNLOADED, ...SHOWN.flatMap(({ types }) => types)];
  const says = ['', 'nonsense', 'a/b', 'multipart/x-mixed-replace', 'text/cache-manifest', ...essence];
  const more = [
    '',
    '; a, text/html',
    ', text/html',
    '; charset=utf-8, text/html',
    ' ; x="',
    '; codecs="vp8, opus"',
  ];
  const made = new Set<string>();
  for (const bytes of [...Object.values(BYTES), HTML, Buffer.alloc(0), hex('fffe3c00')])
    for (const type of says.flatMap((one) => more.map((end) => one + end))) {
      made.add(listedType(type));
      try {
        made.add(typeOf(type, bytes));
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
      }
    }
  expect([...made].filter((type) => !essence.includes(type))).toEqual([]);
});

test('the bytes decide what is shown', () => {
  for (const [type, bytes] of Object.entries(BYTES)) {
    for (const said of [
      type,
      `${type}; a, text/html`,
      type.toUpperCase(),
      'x/unknown',
      'application/pdf, text/html',
    ])
      expect([said, typeOf(said, bytes)]).toEqual([said, type]);
    expect(isShown(type)).toBe(true);
  }
  for (const said of [
    'application/pdf',
    'application/pdf; x, text/html',
    'video/mp4',
    'audio/mpeg',
    'image/unknown',
  ])
    expect([said, typeOf(said, HTML)]).toEqual([said, UNKNOWN]);
  for (const said of ['image/png', 'image/png; a, text/html']) {
    expect(() => typeOf(said, HTML)).toThrow('no picture');
    expect(() => typeOf(said, BYTES['video/mp4'] ?? HTML)).toThrow('no picture');
  }
  expect(typeOf('image/png', BYTES['image/jpeg'] ?? HTML)).toBe('image/jpeg');
  expect(typeOf('audio/mp4', BYTES['video/mp4'] ?? HTML)).toBe('audio/mp4');
  // A film of a kind that the list does not know.
  const film = hex('00 01 02 03');
  expect([typeOf('video/mp4', film), typeOf('application/pdf', film)]).toEqual(['video/mp4', UNKNOWN]);
  // A text in UTF-16 begins much as a sound does.
  expect(typeOf('x/unknown', hex('fffe3c00'))).toBe(UNKNOWN);
});

test('a type that browsers only save is kept as it was said, with its characters’ encoding and nothing else', () => {
  for (const [said, kept] of [
    ['text/plain;charset=UTF-8', 'text/plain;charset=UTF-8'],
    ['text/html; charset=utf-8', 'text/html; charset=utf-8'],
    ['text/html; charset=utf-8, text/html', 'text/html'],
    ['text/markdown; variant=GFM', 'text/markdown'],
    ['TEXT/HTML', 'text/html'],
    ['image/svg+xml', 'image/svg+xml'],
  ] as const) {
    expect([said, typeOf(said, HTML), listedType(said)]).toEqual([said, kept, kept]);
    expect(isShown(kept)).toBe(false);
  }
});

test('bytes pass unchanged, however they are cut, and tell their type in the end', async () => {
  const whole = Buffer.concat([PNG, Buffer.alloc(3000, 7)]);
  for (const step of [1, 5, 1024, 5000]) {
    const chunks = Array.from({ length: Math.ceil(whole.length / step) }, (_, at) =>
      whole.subarray(at * step, (at + 1) * step),
    );
    const bytes = new TypedBytes(Readable.from(chunks), 'x/y');
    expect(await buffer(bytes)).toEqual(whole);
    expect(bytes.type).toBe('image/png');
  }
});
