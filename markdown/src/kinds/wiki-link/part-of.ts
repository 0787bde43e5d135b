/** The end of the address that a wiki link leads to. */
import { slug } from '../../text/slug.ts';
import type { WikiLink } from './syntax.ts';

/** @returns a heading or a named block, with the sign before it; empty for a page as a whole */
export function partOf({ heading, block }: Pick<WikiLink, 'heading' | 'block'>): string {
  if (block !== '') return `#${block}`;
  return heading === '' ? '' : `#${slug(heading) || 'heading'}`;
}
