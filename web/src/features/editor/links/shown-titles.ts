/** What links show instead of what they say. Whoever knows the pages' titles provides it; until then they show what they say. */
import { Facet, StateEffect } from '@codemirror/state';

/** @returns the present title for a link that says a former one */
export type TitleFor = (address: string, text: string) => string | undefined;

export const shownTitles = Facet.define<TitleFor, TitleFor | undefined>({ combine: ([first]) => first });
/** Links may show something else now. */
export const titlesChanged = StateEffect.define<null>();
