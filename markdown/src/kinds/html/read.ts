/** HTML in a page, in the reading view: tags are shown as the text they are. */
import { words } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

/** Tags are shown as the text they are. */
export const read: Pick<Readers, 'html'> = { html: ({ value }) => [words(value)] };
