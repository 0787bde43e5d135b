/**
 * Finds out whether a save whose answer never came has reached the server after all. Getting it wrong would write our
 * own words a second time, or take them for words that someone else has deleted.
 */
import { type PageTexts, TEXT_FIELDS } from './page-texts.ts';
import { textChanges } from './text-changes.ts';

/**
 * @param base the last version known to both sides
 * @param sent what was sent on top of it
 * @param remote what the server has now
 * @returns whether everything that `sent` changed is in `remote`; then nothing is lost by taking `remote` for a later
 *   version of `sent`, even if someone else wrote the very same
 */
export function isAncestor(base: PageTexts, sent: PageTexts, remote: PageTexts): boolean {
  return TEXT_FIELDS.every((field) => survives(base[field], sent[field], remote[field]));
}

function survives(base: string, sent: string, remote: string): boolean {
  if (sent === remote) return true;
  const ours = textChanges(base, sent);
  const since = textChanges(sent, remote);
  return ours.every(({ fromB, toB }) =>
    since.every((later) =>
      fromB === toB
        ? // We only deleted here: nothing may have come back in its place.
          later.toA < fromB || later.fromA > fromB
        : // Text right before or after ours is someone's addition; what overlaps ours has replaced it.
          later.toA <= fromB || later.fromA >= toB,
    ),
  );
}
