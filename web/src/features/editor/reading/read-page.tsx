/** The open page as it is read, following edits that come from elsewhere; its tasks can be ticked. */
import { useCallback, useDeferredValue, useEffect, useRef } from 'react';
import type * as Y from 'yjs';
import { useText } from '../state/use-text.ts';
import { ReadingView, type ReadingViewProps } from './reading-view.tsx';
import { tickTask } from './tick-task.ts';

interface ReadPageProps extends Omit<ReadingViewProps, 'markdown' | 'onTick'> {
  readonly text: Y.Text;
}

export function ReadPage({ text, ...rest }: ReadPageProps) {
  const [current] = useText(text);
  const markdown = useDeferredValue(current);
  const shown = useRef(markdown);
  useEffect(() => {
    shown.current = markdown;
  }, [markdown]);
  // The same one after each tick, or the boxes would be made anew and lose the focus.
  const tick = useCallback((at: number) => tickTask(text, shown.current, at), [text]);
  return <ReadingView markdown={markdown} onTick={tick} {...rest} />;
}
