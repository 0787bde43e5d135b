/** Which parts of screens were found without a fault in this run, in whichever of its processes. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A file that is new in every run; without one everything is looked at each time. */
const file = process.env.CHECKED_PARTS;

export class CheckedParts {
  readonly #known: ReadonlySet<string>;

  constructor() {
    this.#known = new Set(file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  }

  has(part: string): boolean {
    return this.#known.has(part);
  }

  add(parts: readonly string[]): void {
    const added = parts.filter((part) => !this.#known.has(part));
    if (file) appendFileSync(file, `${added.join('\n')}\n`);
  }
}
