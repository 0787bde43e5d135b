/**
 * The open page as it is read, following edits that come from elsewhere; its tasks can be ticked. A locked page is read, any other one as
 * the person chose last (toolbar/page-modes.ts).
 */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type * as Y from 'yjs';
import type { Carets } from '../../document/carets/carets.ts';
import { useText } from '../../document/words/use-text.ts';
import type { LinkablePages } from '../linked-pages/linkable-page.ts';
import { pageTitlesOf } from '../linked-pages/page-titles-of.ts';
import { wikiPagesOf } from '../linked-pages/wiki-pages-of.ts';
import { followWhileReading } from './follow-while-reading.ts';
import { ReadingView, type ReadingViewProps } from './reading-view.tsx';
import { tickTask } from './tick-task.ts';

interface ReadPageProps extends Omit<ReadingViewProps, 'markdown' | 'onTick' | 'blocks' | 'titles' | 'wiki'> {
  readonly text: Y.Text;
  readonly carets: Carets;
  readonly pages: LinkablePages;
  /** Its tasks stay as they are. */
  readonly isLocked: boolean;
  /** Another reader may have ticked a task before either heard of the other. It comes after the text. */
  readonly keepFirstMarks: ((text: Y.Text) => void) | undefined;
}

export function ReadPage({ text, carets, pages, isLocked, keepFirstMarks, ...rest }: ReadPageProps) {
  const [current] = useText(text);
  const markdown = useDeferredValue(current);
  const shown = useRef(markdown);
  useEffect(() => {
    shown.current = markdown;
    if (!isLocked) keepFirstMarks?.(text);
  }, [markdown, text, isLocked, keepFirstMarks]);
  // The same one after each tick, or the boxes would be made again and lose the focus.
  const tick = useCallback((at: number) => tickTask(text, shown.current, at), [text]);
  const blocks = useMemo(() => followWhileReading(carets), [carets]);
  const titles = pageTitlesOf(pages);
  const wiki = useMemo(() => ({ places: wikiPagesOf(pages), create: pages.create }), [pages]);
  return (
    <ReadingView
      markdown={markdown}
      titles={titles}
      wiki={wiki}
      onTick={isLocked ? undefined : tick}
      blocks={blocks}
      {...rest}
    />
  );
}
