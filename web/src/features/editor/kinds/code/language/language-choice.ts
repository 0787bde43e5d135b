/** The block whose list of languages is open. */
import { StateEffect, StateField } from '@codemirror/state';

/** Opens the list for the block at a place. */
export const openLanguages = StateEffect.define<number>({ map: (at, changes) => changes.mapPos(at) });
export const closeLanguages = StateEffect.define<null>();

/** The block whose list is open, by a place in it. */
export const languagesOpenAt = StateField.define<number | undefined>({
  create: () => undefined,
  update: (open, { changes, effects }) => {
    let at = open === undefined ? undefined : changes.mapPos(open);
    for (const effect of effects) {
      if (effect.is(openLanguages)) at = effect.value;
      else if (effect.is(closeLanguages)) at = undefined;
    }
    return at;
  },
});
