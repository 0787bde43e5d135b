/** The open page as it is read, following edits that come from elsewhere; its tasks can be ticked. */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type * as Y from 'yjs';
import type { Carets } from '../state/carets.ts';
import { useText } from '../state/use-text.ts';
import { followWhileReading } from './follow-while-reading.ts';
import { ReadingView, type ReadingViewProps } from './reading-view.tsx';
import { tickTask } from './tick-task.ts';

interface ReadPageProps extends Omit<ReadingViewProps, 'markdown' | 'onTick' | 'blocks'> {
  readonly text: Y.Text;
  readonly carets: Carets;
}

export function ReadPage({ text, carets, ...rest }: ReadPageProps) {
  const [current] = useText(text);
  const markdown = useDeferredValue(current);
  const shown = useRef(markdown);
  useEffect(() => {
    shown.current = markdown;
  }, [markdown]);
  // The same one after each tick, or the boxes would be made anew and lose the focus.
  const tick = useCallback((at: number) => tickTask(text, shown.current, at), [text]);
  const blocks = useMemo(() => followWhileReading(carets), [carets]);
  return <ReadingView markdown={markdown} onTick={tick} blocks={blocks} {...rest} />;
}
