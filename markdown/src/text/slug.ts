/** The names by which addresses lead to headings. */
import { plainText } from './plain-text.ts';

// An id of a page or a file that a link names. A heading's name is shown to everybody who reads it, and the link's target is not.
const ID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;

/** @returns the end of an address that leads to a heading of this text, as GitHub makes it */
export function slug(heading: string): string {
  return plainText(heading.replaceAll('\n', ' '))
    .toLowerCase()
    .replaceAll(ID, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** Gives each part of a page a name of its own, as GitHub does: a name that is taken gets a number. */
export class OwnNames {
  readonly #taken = new Map<string, number>();

  /** @returns the name, or the first with a number that nothing has yet */
  give(wanted: string): string {
    let count = this.#taken.get(wanted);
    let name = wanted;
    if (count !== undefined)
      do name = `${wanted}-${++count}`;
      while (this.#taken.has(name));
    this.#taken.set(wanted, count ?? 0);
    if (name !== wanted) this.#taken.set(name, 0);
    return name;
  }
}
