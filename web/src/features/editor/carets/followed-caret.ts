/** Tells where the caret of the person is who is followed, and where it goes. */
import { followedPerson, watchFollowed } from '../../../lib/following.ts';
import type { Caret, Carets } from '../../document/carets/carets.ts';
import { TEXT_FIELDS } from '../../document/words/page-texts.ts';

export interface FollowedCaret {
  /** The text around has changed its place: looks again, in the next frame. */
  look(): void;
  stop(): void;
}

/**
 * @param show is told of a caret at another place, `isJump` for the first one of a person; false when the place is not drawn yet
 */
export function watchFollowedCaret(
  carets: Carets,
  show: (caret: Caret, isJump: boolean) => boolean,
): FollowedCaret {
  let shown: string | undefined;
  let frame: number | undefined;
  const lookNow = () => {
    frame = undefined;
    const userId = followedPerson();
    if (userId === undefined) shown = undefined;
    const caret = userId === undefined ? undefined : latestCaret(carets, userId);
    if (!caret) return;
    const place = `${caret.field} ${caret.head}`;
    if (place === shown) return;
    if (show(caret, shown === undefined)) shown = place;
  };
  // Not within an update of the editor, and once however many messages come.
  const look = () => {
    frame ??= requestAnimationFrame(lookNow);
  };
  const stops = [carets.subscribe(look), watchFollowed(look)];
  look();
  return {
    look,
    stop: () => {
      for (const stop of stops) stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}

/** A person may have the page open more than once. */
function latestCaret(carets: Carets, userId: string): Caret | undefined {
  return TEXT_FIELDS.flatMap((field) => carets.in(field))
    .filter((caret) => caret.userId === userId)
    .toSorted((one, other) => other.movedAt - one.movedAt)[0];
}
