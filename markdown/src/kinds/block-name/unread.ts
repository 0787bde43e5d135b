/** Names of blocks, for those that read lines without a parser. */
import type { Unread } from '../../text/unread.ts';

export const unread: Unread = { inLine: /(?<!\S)\^[A-Za-z\d-]+[ \t]*(?![^\n])/ };
