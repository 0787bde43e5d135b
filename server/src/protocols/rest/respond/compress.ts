/**
 * Compresses large answers for clients that accept it: the tree of 10,000 pages shrinks to a fifth. It runs in
 * a thread of Node's pool, for speed rather than size. An answer that fits into a connection's first packets
 * would gain nothing. docs/decisions/0005-speed-of-the-data-api.md has the figures, and what an eavesdropper
 * can learn from sizes.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../../../http/accepted-encoding.ts';
import type { Answer } from './answer.ts';

// A sender may send ten packets of 1,460 bytes before the first acknowledgement (RFC 6928).
const SMALLEST = 14_600;

const brotli = promisify(brotliCompress);
const gzipped = promisify<string, { level: number }, Buffer>(gzip);

/** An answer whose body may be bytes. */
export type EncodedAnswer = Omit<Answer, 'body'> & { readonly body: string | Uint8Array<ArrayBuffer> | null };

/** An answer that the database encoded itself is left alone: a function has set Content-Encoding. */
export function isWorthCompressing({ body, headers }: Answer): boolean {
  return body !== null && body.length > SMALLEST && headers['content-encoding'] === undefined;
}

/**
 * @param answer one that is worth it
 * @param encoding undefined when the client takes none
 */
export async function compress(answer: Answer, encoding: Encoding | undefined): Promise<EncodedAnswer> {
  const { vary } = answer.headers;
  const varying = {
    ...answer.headers,
    vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`,
  };
  if (encoding === undefined || answer.body === null) return { ...answer, headers: varying };
  const body = encoding === 'br' ? await brotliOf(answer.body) : await gzipped(answer.body, { level: 1 });
  return {
    ...answer,
    headers: { ...varying, 'content-encoding': encoding },
    body: body as Buffer<ArrayBuffer>,
  };
}

function brotliOf(body: string): Promise<Buffer> {
  return brotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}
