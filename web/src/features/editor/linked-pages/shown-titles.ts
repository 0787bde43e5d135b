/** The titles that links show instead of their own words. A facet provides them; until it does, links show their words. */
import { Facet, StateEffect } from '@codemirror/state';

/** @returns the present title for a link that says a former one */
export type TitleFor = (address: string, text: string) => string | undefined;

export const shownTitles = Facet.define<TitleFor, TitleFor | undefined>({ combine: ([first]) => first });
/** @returns the icon of the page that the address leads to */
export type IconFor = (address: string) => string | undefined;

export const shownIcons = Facet.define<IconFor, IconFor | undefined>({ combine: ([first]) => first });
/** Links may show something else now. */
export const titlesChanged = StateEffect.define<null>();
