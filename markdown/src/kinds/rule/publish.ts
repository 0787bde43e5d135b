/** A line across the page as HTML. */
import type { Printers } from '../../publish/printing.ts';

export const publish: Pick<Printers, 'thematicBreak'> = { thematicBreak: { print: () => '<hr>\n' } };
