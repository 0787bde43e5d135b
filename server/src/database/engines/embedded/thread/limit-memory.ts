/**
 * How much memory the embedded Postgres may have. It asks for more whenever a statement wants it and never
 * gives any back, so one statement could make the process larger for good, up to two gigabytes. Refused,
 * Postgres says "out of memory" to that statement alone.
 */

const PAGE_BYTES = 64 * 1024;

/**
 * Limits the memory of everything in this thread from now on.
 * @param onGrown called with how much there is now
 */
export function limitMemory(mostBytes: number, onGrown: (bytes: number) => void): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    // As the method does at the end of its own range.
    if (this.buffer.byteLength + pages * PAGE_BYTES > mostBytes)
      throw new RangeError('The limit is reached.');
    const before = grow.call(this, pages);
    onGrown(this.buffer.byteLength);
    return before;
  };
}
