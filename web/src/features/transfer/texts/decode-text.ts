/** Bytes to text, whatever program wrote them. */

export type Decoded =
  | { readonly text: string; readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' }
  | { readonly text: undefined };

/** @returns no text when the bytes are none */
export function decodeText(bytes: Uint8Array): Decoded {
  const encoding = markedEncoding(bytes);
  if (encoding) return checked(new TextDecoder(encoding).decode(bytes), encoding);
  try {
    return checked(new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'utf-8');
  } catch {
    // Most of what is not UTF-8 comes from Windows.
    return checked(new TextDecoder('windows-1252').decode(bytes), 'windows-1252');
  }
}

function markedEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** No text holds NUL, and the database would not take it. */
function checked(text: string, encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'): Decoded {
  return text.includes('\0') ? { text: undefined } : { text, encoding };
}
