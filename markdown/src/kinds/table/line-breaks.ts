/** A line break in a cell, for which Markdown has no sign: GitHub and others write the tag of HTML. */

export const LINE_BREAK = /<br[ \t]*\/?>/gi;

const TAG = /^<br[ \t]*\/?>$/i;

export function isLineBreak(html: string): boolean {
  return TAG.test(html);
}
