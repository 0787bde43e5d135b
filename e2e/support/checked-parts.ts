/** Which parts of screens were found without a fault in this run, in whichever of its processes. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A file that is new in every run; without one everything is looked at each time. */
const file = process.env.CHECKED_PARTS;

export class CheckedParts {
  readonly #known: ReadonlySet<string>;

  constructor() {
    this.#known = new Set(file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  }

  /** @param rules the name of what was looked for */
  hasAll(rules: string, parts: readonly string[]): boolean {
    return parts.every((part) => this.#known.has(`${rules} ${part}`));
  }

  add(rules: string, parts: readonly string[]): void {
    const added = parts.map((part) => `${rules} ${part}`).filter((line) => !this.#known.has(line));
    if (file) appendFileSync(file, `${added.join('\n')}\n`);
  }
}
