/** The name by which an address leads to a heading. */
import { plainText } from './plain-text.ts';

/** @returns the end of an address that leads to a heading of this text, as GitHub makes it */
export function slug(heading: string): string {
  return plainText(heading.replaceAll('\n', ' '))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}
