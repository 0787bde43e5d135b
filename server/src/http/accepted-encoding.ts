/** Which of the encodings that we have a client takes (RFC 9110 section 12.5.3). */
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';

/** In our order of preference, whatever a client says it likes best: Brotli is the smallest. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** @returns undefined when the client takes none of them */
export function acceptedEncoding(context: Context): Encoding | undefined {
  const accepted = accepts(context, {
    header: 'Accept-Encoding',
    supports: [...ENCODINGS],
    default: '',
    match: (offers, { supports }) =>
      supports.find((name) => offers.some(({ type, q }) => type === name && q > 0)) ?? '',
  });
  return ENCODINGS.find((name) => name === accepted);
}
