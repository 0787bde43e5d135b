/** A version's authors in one line; a screen reader hears all of them. */
import { allAuthorNames, authorNames, type Version } from '../version.ts';

export function AuthorNames({ version }: { readonly version: Version }) {
  const shown = authorNames(version);
  const all = allAuthorNames(version);
  if (shown === all) return shown;
  return (
    <>
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{all}</span>
    </>
  );
}
