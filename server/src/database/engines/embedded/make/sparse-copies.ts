/**
 * While a database is made, the engine keeps a copy of its whole memory, 128 MB, and writes it back again and
 * again. Nearly all of it are zeros that were never touched, which cost nothing until they are written: copied
 * page by page, where something differs, it takes a tenth. For the process that makes a database only, as it
 * changes what is everybody's.
 */

const PAGE = 65_536;
const LARGE = 64 * 1024 * 1024;

export function copyLargeArraysSparsely(): void {
  const { slice, set } = Uint8Array.prototype;
  Uint8Array.prototype.slice = function (this: Uint8Array<ArrayBuffer>, ...range) {
    if (this.length < LARGE || range.length > 0) return slice.apply(this, range);
    const copy = new Uint8Array(this.length);
    setDiffering(copy, this);
    return copy;
  };
  Uint8Array.prototype.set = function (this: Uint8Array, source, offset) {
    if (source instanceof Uint8Array && source.length >= LARGE && !offset) setDiffering(this, source);
    else set.call(this, source, offset);
  };

  function setDiffering(target: Uint8Array, source: Uint8Array): void {
    for (let start = 0; start < source.length; start += PAGE) {
      const page = source.subarray(start, start + PAGE);
      if (Buffer.compare(page, target.subarray(start, start + page.length)) !== 0)
        set.call(target, page, start);
    }
  }
}
