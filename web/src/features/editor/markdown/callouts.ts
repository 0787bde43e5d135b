/** GitHub's alerts: quotes whose first line says which kind of callout they are, such as `> [!NOTE]`. */
import type { SyntaxNode } from '@lezer/common';

export const CALLOUTS = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
} as const;

export type CalloutKind = keyof typeof CALLOUTS;

export const CALLOUT_KINDS = Object.keys(CALLOUTS) as readonly CalloutKind[];

const FIRST_LINE = /^(>[ \t]*)\[!(note|tip|important|warning|caution)\][ \t]*$/i;

export interface CalloutMark {
  readonly kind: CalloutKind;
  /** Where `[!KIND]` begins in the line. */
  readonly from: number;
  readonly to: number;
}

/** @param line the first line of a quote, from its `>` on */
export function readCallout(line: string): CalloutMark | undefined {
  const found = FIRST_LINE.exec(line);
  if (!found) return undefined;
  const kind = (found[2] ?? '').toLowerCase() as CalloutKind;
  const from = found[1]?.length ?? 0;
  return { kind, from, to: from + kind.length + 3 };
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
