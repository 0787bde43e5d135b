/**
 * A page to read: real headings, lists and tables. React makes the elements from parsed Markdown; HTML in it, toggles
 * aside, is shown as the text it is, and links and images are only those that can do no harm.
 */
import { type CSSProperties, memo, type RefCallback, useDeferredValue, useMemo, useState } from 'react';
import { SlicedWork, useSlicedWork } from '../../../lib/sliced-work.ts';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { drawElements } from '../drawing/draw-elements.tsx';
import { PrintedFiles } from '../drawing/page-file.tsx';
import { type Reading, ReadingProvider } from '../drawing/use-reading.ts';
import { PageHeadings } from '../kinds/table-of-contents/draw.tsx';
import { KIND_ELEMENTS } from './kind-elements.ts';
import { readPart } from './parts/read-part.ts';
import { type Extent, type Part, type ReadPage, readParts } from './parts/read-parts.ts';
import { RestOfPage } from './rest-of-page.tsx';
import { useGrowing } from './use-growing.ts';
import '../layers/kinds.generated.css';
import './reading-view.css';

/** How a page is drawn for paper: at once where the browser takes what is there. */
export type Printed = 'at once' | 'in parts';

export interface ReadingViewProps extends Omit<Reading, 'isComparison'> {
  readonly markdown: string;
  readonly blocks?: RefCallback<HTMLElement>;
  /** For paper: with no more room between blocks than they need. */
  readonly printed?: Printed;
  /** Called once all is drawn that will be. */
  readonly onDrawn?: RefCallback<HTMLElement>;
}

// A browser lays out only the visible ones of more than these.
const LONG_PARTS = 4;
const LINE_REM = 1.7;
const LETTERS_IN_A_LINE = 90;
const NOTHING_YET: ReadPage = { parts: [], isCut: false, headings: [] };
const LONG_PAGE =
  'This page is very long. The rest of it is not shown yet, because drawing it may slow down your browser.';
const LONG_PAPER = 'This page is too long for paper. Export it as Markdown to have the rest of it.';
const LONG_PAPER_AT_ONCE =
  'This page is long. Print it from its own menu, or with its key, to have the rest of it.';

export function ReadingView({ markdown, blocks, printed, onDrawn, ...rest }: ReadingViewProps) {
  const [isAll, setAll] = useState(false);
  const isPrinted = printed !== undefined;
  const page = useReadParts(
    markdown,
    isAll ? 'all' : printed === 'at once' ? 'within an event' : 'beginning',
  );
  const { parts, isCut, headings } = page ?? NOTHING_YET;
  const grown = useGrowing(parts.length);
  const count = printed === 'at once' ? parts.length : grown;
  const isDrawn = page !== undefined && count === parts.length;
  return (
    <div
      ref={blocks}
      className={isPrinted ? 'reading-view' : 'reading-view as-written'}
      data-testid="reading-view"
      aria-busy={!isDrawn}
      data-long={parts.length > LONG_PARTS}
      tabIndex={-1}
    >
      {!page && <SkeletonRows rows={8} label="Reading the page" />}
      {markdown.trim() === '' && <p className="text-ink-muted">This page is empty.</p>}
      <PrintedFiles value={isPrinted}>
        <PageHeadings value={headings}>
          {parts.slice(0, count).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and keep their order
            <PartOfPage key={index} {...rest} part={part} isPrinted={isPrinted} />
          ))}
        </PageHeadings>
      </PrintedFiles>
      {isCut && isDrawn && !isPrinted && <RestOfPage words={LONG_PAGE} onShow={() => setAll(true)} />}
      {isCut && isDrawn && isPrinted && (
        <p role="note">{printed === 'at once' ? LONG_PAPER_AT_ONCE : LONG_PAPER}</p>
      )}
      {isDrawn && onDrawn && <span hidden ref={onDrawn} />}
    </div>
  );
}

/** @returns undefined while a long page is read for the first time; later, the page as it was until it is read again */
function useReadParts(markdown: string, extent: Extent): ReadPage | undefined {
  const [last] = useState<{ page?: ReadPage }>({});
  const work = useMemo(
    () => new SlicedWork(readParts(markdown, extent, last.page), extent === 'within an event'),
    [markdown, extent, last],
  );
  const page = useSlicedWork(work);
  // A page that was read before gives its parts, whether or not that was drawn.
  if (page) last.page = page;
  return useDeferredValue(last.page);
}

interface PartProps extends Omit<ReadingViewProps, 'blocks' | 'markdown' | 'printed' | 'onDrawn'> {
  readonly part: Part;
  readonly isPrinted: boolean;
}

const PartOfPage = memo(function PartOfPage(props: PartProps) {
  const { part, isPrinted, images, titles, wiki, onFollow, onTick } = props;
  const reading = useMemo(
    () => ({ images, titles, wiki, onFollow, onTick }),
    [images, titles, wiki, onFollow, onTick],
  );
  return (
    <div className="reading-part" style={heightOf(part)}>
      <ReadingProvider value={reading}>
        {drawElements(readPart(part, isPrinted).children, KIND_ELEMENTS)}
      </ReadingProvider>
    </div>
  );
});

/** About as high as it is drawn, for as long as it is out of sight: lines stand where they stand in the text. */
function heightOf({ markdown, notes, isList }: Part): CSSProperties {
  const lines = isList ? notes.length : markdown.split('\n').length + markdown.length / LETTERS_IN_A_LINE;
  return { containIntrinsicBlockSize: `auto ${Math.round(lines * LINE_REM)}rem` };
}
