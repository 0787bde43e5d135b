/** The page's title: one line that wraps, whatever is pasted into it. */
import { type KeyboardEvent, useCallback } from 'react';
import type * as Y from 'yjs';
import { LONGEST_PAGE_NAME } from '../../../lib/limits.ts';
import { DEFAULT_PAGE_NAME } from '../../../lib/page/page-defaults.ts';
import type { CaretEvents } from '../../document/carets/carets.ts';
import { useText } from '../../document/words/use-text.ts';

interface TitleFieldProps {
  readonly text: Y.Text;
  readonly isReadOnly: boolean;
  /** Whether the caret starts here, in a page that was just made. */
  readonly isStart: boolean;
  /** For the field's events: tells others where the caret is. */
  readonly onCaret: CaretEvents;
  readonly onEnter: () => void;
}

export function TitleField({ text, isReadOnly, isStart, onCaret, onEnter }: TitleFieldProps) {
  const [value, change] = useText(text);
  // The name that it was given is there to be replaced.
  const begin = useCallback(
    (field: HTMLTextAreaElement | null) => {
      if (field && isStart) selectAll(field);
    },
    [isStart],
  );
  const blockEnter = (event: KeyboardEvent) => {
    // While an input method composes a character, Enter belongs to it.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <textarea
      ref={begin}
      className="page-title"
      aria-label="Page title"
      dir="auto"
      placeholder={DEFAULT_PAGE_NAME}
      readOnly={isReadOnly}
      rows={1}
      maxLength={LONGEST_PAGE_NAME}
      value={value}
      onChange={(event) => change(toOneLine(event.target.value))}
      onSelect={onCaret.onSelect}
      onBlur={() => {
        onCaret.onBlur();
        if (!isReadOnly) change(value.trim());
      }}
      onKeyDown={blockEnter}
    />
  );
}

function selectAll(field: HTMLTextAreaElement): void {
  field.focus({ preventScroll: true });
  field.select();
}

/** Pasted lines become one; a program may fill in more than `maxLength` lets a person type. */
function toOneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ').slice(0, LONGEST_PAGE_NAME);
}
