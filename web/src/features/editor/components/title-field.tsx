/** The page's title: one line that wraps, whatever is pasted into it. */
import type { KeyboardEvent } from 'react';
import type * as Y from 'yjs';
import { DEFAULT_PAGE_NAME, LONGEST_PAGE_NAME } from '../../../lib/limits.ts';
import { useText } from '../state/use-text.ts';

export function TitleField({ text, onEnter }: { readonly text: Y.Text; readonly onEnter: () => void }) {
  const [value, change] = useText(text);
  const blockEnter = (event: KeyboardEvent) => {
    // While an input method composes a character, Enter belongs to it.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <textarea
      className="page-title"
      aria-label="Page title"
      placeholder={DEFAULT_PAGE_NAME}
      rows={1}
      maxLength={LONGEST_PAGE_NAME}
      value={value}
      onChange={(event) => change(event.target.value.replaceAll(/\s*[\r\n]+\s*/g, ' '))}
      onBlur={() => change(value.trim())}
      onKeyDown={blockEnter}
    />
  );
}
