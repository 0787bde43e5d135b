/** The names that links within a page know headings by, as in the app: each name once. */
import { slug as slugOf } from '../../../markdown/src/kinds/heading/slug.ts';

/** @param taken how often each name was given on this page; grows */
export function slug(heading: string, taken: Map<string, number>): string {
  const name = slugOf(heading) || 'heading';
  const before = taken.get(name) ?? 0;
  taken.set(name, before + 1);
  return before === 0 ? name : `${name}-${before}`;
}
