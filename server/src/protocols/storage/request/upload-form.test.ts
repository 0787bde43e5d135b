/** Forms cut into pieces anywhere: what they say never depends on where. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readUploadForm } from './upload-form.ts';

const TYPE = 'multipart/form-data; boundary=----edge';

async function* inPieces(form: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, index = 0; at < form.length; index++) {
    const size = sizes[index % sizes.length] ?? 1;
    yield form.subarray(at, at + size);
    at += size;
  }
}

const formOf = (fields: readonly (readonly [string, string])[], file: Buffer, end = '\r\n------edge--\r\n') =>
  Buffer.concat([
    Buffer.from(
      fields
        .map(
          ([name, value]) =>
            `------edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        )
        .join(''),
    ),
    Buffer.from(
      '------edge\r\nContent-Disposition: form-data; name=""; filename="a; name=\\"x\\""\r\nContent-Type: image/png\r\n\r\n',
    ),
    file,
    Buffer.from(end),
  ]);

async function read(form: Buffer, sizes: readonly number[]) {
  const { fields, mimeType, bytes } = await readUploadForm(TYPE, inPieces(form, sizes));
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return { fields: [...fields], mimeType, file: Buffer.concat(chunks) };
}

// Bytes that look like the beginning of the end.
const file = fc
  .array(fc.constantFrom('\r', '\n', '-', '\r\n------edg', '\r\n--', 'x', '\0', 'ÿ'), { maxLength: 60 })
  .map((parts) => Buffer.from(parts.join(''), 'latin1'));

test('a form is read the same, wherever it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      file,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      async (content, sizes) => {
        const fields = [
          ['cacheControl', '60'],
          ['metadata', '{"a":"\r\n--"}'],
        ] as const;
        const got = await read(formOf(fields, content), sizes);
        expect(got).toEqual({ fields, mimeType: 'image/png', file: content });
      },
    ),
    { numRuns: 300 },
  );
});

test('a form that ends early, or has no end of fields, is refused', async () => {
  const refused = { refusal: { status: 400 } };
  await expect(read(formOf([], Buffer.from('abc'), ''), [7])).rejects.toMatchObject(refused);
  const many = Array.from({ length: 11 }, (_, index) => [`f${index}`, 'x'] as const);
  await expect(read(formOf(many, Buffer.from('abc')), [100])).rejects.toMatchObject(refused);
  const large = [['f', 'x'.repeat(1024 * 1024 + 1)]] as const;
  await expect(read(formOf(large, Buffer.from('abc')), [65_536])).rejects.toMatchObject({
    refusal: { code: 'EntityTooLarge' },
  });
  const headless = Buffer.from(`------edge\r\n${'x'.repeat(20_000)}`);
  await expect(read(headless, [1000])).rejects.toMatchObject({ refusal: { code: 'EntityTooLarge' } });
});
