/** Cuts a long text into parts for messages of limited length, and joins them again. */

// Somebody else's process may end in the middle of a message.
const MOST_UNFINISHED_BYTES = 16 * 1024 * 1024;

/** Splits a text into parts of so many bytes; never inside a character. */
export function cut(text: string, longest: number): string[] {
  const bytes = Buffer.from(text);
  const parts: string[] = [];
  let start = 0;
  do {
    let end = Math.min(start + longest, bytes.length);
    // The bytes of a character after its first are 10xxxxxx.
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
    parts.push(bytes.toString('utf8', start, end));
    start = end;
  } while (start < bytes.length);
  return parts;
}

/** Joins the parts of one sender, which come in order. */
export class Joiner {
  #parts: string[] = [];
  #bytes = 0;

  /**
   * @param index of the part, from 0
   * @returns the whole text with its last part
   */
  add(index: number, count: number, part: string): string | undefined {
    if (index === 0) this.clear();
    // A part was lost, and with it the message.
    if (index !== this.#parts.length || this.#bytes > MOST_UNFINISHED_BYTES) return undefined;
    this.#parts.push(part);
    this.#bytes += part.length;
    if (index < count - 1) return undefined;
    const text = this.#parts.join('');
    this.clear();
    return text;
  }

  clear(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}
