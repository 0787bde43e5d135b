/** Decodes escaped signs and entities of Markdown. */
import { decodeNamedCharacterReference } from 'decode-named-character-reference';

const ESCAPE_OR_ENTITY = /\\([!-/:-@[-`{-~])|&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z\d]{1,31}));/gi;
const REPLACEMENT = '\ufffd';
const MOST = 0x10ffff;

export function decode(source: string): string {
  return source.replaceAll(ESCAPE_OR_ENTITY, (whole, sign, hex, decimal, name) => {
    if (sign !== undefined) return sign;
    if (name !== undefined) return decodeNamedCharacterReference(name) || whole;
    return signOf(Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16));
  });
}

/** Signs that control, and halves of others, are none. */
function signOf(code: number): string {
  const isNone =
    code === 0 ||
    code > MOST ||
    (code >= 0xd800 && code <= 0xdfff) ||
    (code < 32 && code !== 9 && code !== 10 && code !== 13) ||
    (code >= 127 && code < 160);
  return isNone ? REPLACEMENT : String.fromCodePoint(code);
}

/** @returns an address with nothing in it that an address may not have; what is encoded stays */
export function encodeAddress(address: string): string {
  return address
    .toWellFormed()
    .replaceAll(/%(?![\da-f]{2})|[^\w;/?:@&=+$,\-.!~*'()#%]/giu, encodeURIComponent);
}

/** @param source as a link's address is written, in angle brackets or without */
export function addressOf(source: string): string {
  // The parser takes spaces that are none of ASCII's for a part of it.
  return encodeAddress(decode(source.trim().replace(/^<(.*)>$/s, '$1')));
}
