/** A sentence on what the page is for, beneath its title. */
import type * as Y from 'yjs';
import { LONGEST_PAGE_DESCRIPTION } from '../../../lib/limits.ts';
import type { CaretEvents } from '../../document/carets/carets.ts';
import { useText } from '../../document/words/use-text.ts';

interface DescriptionFieldProps {
  readonly text: Y.Text;
  readonly isReadOnly: boolean;
  /** For the field's events: tells others where the caret is. */
  readonly onCaret: CaretEvents;
}

export function DescriptionField({ text, isReadOnly, onCaret }: DescriptionFieldProps) {
  const [value, change] = useText(text);
  // If nothing can be said, nothing is asked; the text below stays where it is.
  if (isReadOnly && value === '') return <div aria-hidden className="page-description min-h-[1lh]" />;
  return (
    <textarea
      className="page-description"
      aria-label="Page description"
      dir="auto"
      placeholder="Add a description"
      readOnly={isReadOnly}
      rows={1}
      maxLength={LONGEST_PAGE_DESCRIPTION}
      value={value}
      onChange={(event) => change(event.target.value)}
      {...onCaret}
    />
  );
}
