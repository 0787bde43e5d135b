/** Comments, for those that read lines without a parser. One that is never closed hides all that follows. */
import type { Unread } from '../../text/unread.ts';

const IN_LINE = /(?<![\\%])%%(?!%)[^\n]*?%%/;
const LINES =
  /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*%%[ \t]*(?:\r?\n[\s\S]*?%%[ \t]*$|\r?\n[\s\S]*|(?![\s\S]))/;

export const unread: Unread = {
  inLine: IN_LINE,
  secret: new RegExp(`${LINES.source}|${IN_LINE.source}`),
  blocks: ['RemarkBlock'],
  beginning: /^%%(?!%)/,
  sign: /%(?=%)/,
};
