/**
 * Callouts: quotes whose first line says which kind they are, such as `> [!NOTE]`. GitHub has five kinds; Obsidian has more, a
 * title behind the mark, and a sign that folds them.
 */
import type { SyntaxNode } from '@lezer/common';

/** The colour of a kind. */
export type CalloutLook = 'note' | 'tip' | 'important' | 'warning' | 'caution' | 'quote';

interface Callout {
  readonly name: string;
  readonly look: CalloutLook;
}

export const CALLOUTS = {
  note: { name: 'Note', look: 'note' },
  abstract: { name: 'Abstract', look: 'note' },
  info: { name: 'Info', look: 'note' },
  todo: { name: 'To do', look: 'note' },
  tip: { name: 'Tip', look: 'tip' },
  success: { name: 'Success', look: 'tip' },
  important: { name: 'Important', look: 'important' },
  example: { name: 'Example', look: 'important' },
  question: { name: 'Question', look: 'warning' },
  warning: { name: 'Warning', look: 'warning' },
  caution: { name: 'Caution', look: 'caution' },
  failure: { name: 'Failure', look: 'caution' },
  danger: { name: 'Danger', look: 'caution' },
  bug: { name: 'Bug', look: 'caution' },
  quote: { name: 'Quote', look: 'quote' },
} as const satisfies Readonly<Record<string, Callout>>;

export type CalloutKind = keyof typeof CALLOUTS;

export const CALLOUT_KINDS = Object.keys(CALLOUTS) as readonly CalloutKind[];

/** Obsidian's other words for a kind. */
const ALIASES: Readonly<Record<string, CalloutKind>> = {
  summary: 'abstract',
  tldr: 'abstract',
  hint: 'tip',
  check: 'success',
  done: 'success',
  help: 'question',
  faq: 'question',
  attention: 'warning',
  fail: 'failure',
  missing: 'failure',
  error: 'danger',
  cite: 'quote',
};
const SPELLED: Readonly<Record<string, string>> = { todo: 'To do', tldr: 'TL;DR', faq: 'FAQ' };

// Obsidian writes what is meant for its themes behind a bar.
const MARK = /^(>[ \t]*)\[!([a-z][\w-]{0,30})(?:\|[^[\]\n]*)?\]([+-]?)(?=[ \t]|$)/i;

export interface CalloutMark {
  readonly kind: CalloutKind;
  /** Takes the place of a title that is not there: the kind as it is written. */
  readonly name: string;
  /** The places where `[!KIND]` begins in the line, where the kind's word ends, and where the mark and its sign end. */
  readonly from: number;
  readonly wordTo: number;
  readonly to: number;
  /** Undefined for a callout that does not fold. */
  readonly fold: 'open' | 'folded' | undefined;
  /** The title's beginning and end; the same place if there is none. */
  readonly titleFrom: number;
  readonly titleTo: number;
}

/** @param line the first line of a quote, from its `>` on */
export function readCallout(line: string): CalloutMark | undefined {
  const [whole, quote = '', word = '', sign] = MARK.exec(line) ?? [];
  if (whole === undefined) return undefined;
  const title = line.slice(whole.length).trim();
  const titleFrom = title === '' ? whole.length : line.indexOf(title, whole.length);
  return {
    ...calloutKind(word),
    from: quote.length,
    wordTo: quote.length + '[!'.length + word.length,
    to: whole.length,
    fold: sign ? (sign === '-' ? 'folded' : 'open') : undefined,
    titleFrom,
    titleTo: titleFrom + title.length,
  };
}

/** A word that nobody knows is a note by its own name, as in Obsidian. */
function calloutKind(word: string): Pick<CalloutMark, 'kind' | 'name'> {
  const known = word.toLowerCase();
  const alias = Object.hasOwn(ALIASES, known) ? ALIASES[known] : undefined;
  const kind = Object.hasOwn(CALLOUTS, known) ? (known as CalloutKind) : (alias ?? 'note');
  const words = known.replaceAll(/[-_]+/g, ' ').trim();
  const spelled = Object.hasOwn(SPELLED, known) ? SPELLED[known] : undefined;
  return { kind, name: spelled ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}` };
}

/**
 * @param quote a node of the editor's parser
 * @param read the text between two places
 */
export function calloutOf(
  quote: SyntaxNode,
  read: (from: number, to: number) => string,
): CalloutMark | undefined {
  const [line = ''] = read(quote.from, quote.to).split('\n', 1);
  // Underlined by `===` the first line is a heading.
  return quote.firstChild?.nextSibling?.name === 'Paragraph' ? readCallout(line) : undefined;
}

export function calloutMark(kind: CalloutKind): string {
  return `[!${kind.toUpperCase()}]`;
}
