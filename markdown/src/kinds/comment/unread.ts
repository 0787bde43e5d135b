/** Comments, for those that read lines without a parser. One that is never closed hides all that follows. */
import type { Unread } from '../../text/unread.ts';

export const unread: Unread = {
  inLine: /(?<![\\%])%%(?!%)[^\n]*?%%/,
  lines: /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*%%[ \t]*(?:\r?\n[\s\S]*?%%[ \t]*$|\r?\n[\s\S]*|(?![\s\S]))/,
  blocks: ['RemarkBlock'],
  beginning: /^%%(?!%)/,
  sign: /%(?=%)/,
};
