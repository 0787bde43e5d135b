/** How the page on paper is to be drawn next. */
import type { Printed } from '../reading/reading-view.tsx';

// The browser's own command leaves no time to draw a long page in parts.
let wanted: Printed = 'at once';

export const wantedPrint = (): Printed => wanted;

export function wantPrint(print: Printed): void {
  wanted = print;
}
