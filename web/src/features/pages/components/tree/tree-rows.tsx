/**
 * Draws those rows of a long tree that are in view. Scrolling draws only the rows that come into view. The
 * owner of the tree's state does not render again, as drawing all rows takes longer than a frame.
 */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, memo, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';

export const ROW_HEIGHT_PX = 32;
const ROWS_BEYOND_VIEW = 12;

export interface RowsInView {
  scrollToIndex(index: number): void;
  /** Also scrolls the tree itself into view, as a low window may hide it. */
  reveal(index: number): void;
}

interface TreeRowsProps {
  readonly ref: Ref<RowsInView>;
  readonly count: number;
  /** The index of a row that is always drawn: removing it would lose the focus in it. */
  readonly alwaysDrawn: number;
  readonly keyOf: (index: number) => string | undefined;
  /** A new function redraws every row. */
  readonly draw: (index: number, offsetPx: number) => ReactNode;
  /** Props of the tree's element. */
  readonly treeProps: ComponentProps<'div'>;
  /** Drawn over the rows. */
  readonly children: ReactNode;
}

export function TreeRows({ ref, count, alwaysDrawn, keyOf, draw, treeProps, children }: TreeRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_BEYOND_VIEW,
    rangeExtractor: (range) => including(range, alwaysDrawn),
  });
  useImperativeHandle(ref, () => ({
    scrollToIndex: (index) => virtualizer.scrollToIndex(index),
    reveal: (index) => {
      virtualizer.scrollToIndex(index);
      scroller.current?.scrollIntoView({ block: 'nearest' });
    },
  }));
  return (
    <div ref={scroller} className="scroll-shade absolute inset-0 overflow-y-auto">
      <div {...treeProps} role="tree" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <Row key={keyOf(index) ?? index} index={index} offsetPx={start} draw={draw} />
        ))}
        {children}
      </div>
    </div>
  );
}

interface RowProps extends Pick<TreeRowsProps, 'draw'> {
  readonly index: number;
  readonly offsetPx: number;
}

const Row = memo(({ index, offsetPx, draw }: RowProps) => draw(index, offsetPx));

function including(range: Range, wanted: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (wanted < 0 || indexes.includes(wanted)) return indexes;
  return wanted < range.startIndex ? [wanted, ...indexes] : [...indexes, wanted];
}
