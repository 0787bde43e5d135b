/** A sentence on what the page is for, beneath its title. */
import type * as Y from 'yjs';
import { LONGEST_PAGE_DESCRIPTION } from '../../../lib/limits.ts';
import { useText } from '../state/use-text.ts';

export function DescriptionField({ text }: { readonly text: Y.Text }) {
  const [value, change] = useText(text);
  return (
    <textarea
      className="page-description"
      aria-label="Page description"
      dir="auto"
      placeholder="Add a description"
      rows={1}
      maxLength={LONGEST_PAGE_DESCRIPTION}
      value={value}
      onChange={(event) => change(event.target.value)}
    />
  );
}
