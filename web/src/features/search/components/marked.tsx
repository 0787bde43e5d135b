/** A text with the words of the question marked. */
import { markMatches } from '../matches.ts';

export function Marked({ text, question }: { readonly text: string; readonly question: string }) {
  if (question === '') return text;
  return markMatches(text, question).map((part, index) =>
    part.isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <mark key={index} className="rounded-xs bg-accent-soft font-semibold text-ink">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
