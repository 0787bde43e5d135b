/** A page's name while it is changed in place: Enter and leaving save, Escape gives up. */
import { type KeyboardEvent, useRef, useState } from 'react';
import { LONGEST_PAGE_NAME } from '../../../../lib/limits.ts';

interface RenameInputProps {
  readonly name: string;
  /**
   * @param typed undefined when it was given up
   * @param isDoneByKey false when the person has moved on to something else
   */
  readonly onDone: (typed: string | undefined, isDoneByKey: boolean) => void;
}

export function RenameInput({ name, onDone }: RenameInputProps) {
  const [typed, setTyped] = useState(name);
  const isDone = useRef(false);
  // Taking the field away moves the focus, which must not count as a second end.
  const finish = (result: string | undefined, isDoneByKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(result, isDoneByKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The tree must not take arrows and letters for itself.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') finish(typed, true);
    if (event.key === 'Escape') finish(undefined, true);
  };
  return (
    <input
      dir="auto"
      aria-label={`New name for ${name}`}
      // biome-ignore lint/a11y/noAutofocus: the person just asked to type here
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      value={typed}
      maxLength={LONGEST_PAGE_NAME}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(typed, false)}
      className="h-6 min-w-0 flex-1 rounded border border-accent bg-canvas px-1 text-sm font-normal text-ink outline-none"
    />
  );
}
