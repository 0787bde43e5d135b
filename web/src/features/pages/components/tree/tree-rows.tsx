/**
 * Draws those rows of a long tree that are in view. Scrolling draws only the rows that come into view. The
 * owner of the tree's state does not render again, as drawing all rows takes longer than a frame.
 */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentProps,
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

export const ROW_HEIGHT_PX = 32;
const ROWS_BEYOND_VIEW = 12;

/** Marks the element around the tree that scrolls, with what else is in it. Its only child holds everything. */
export const TREE_SCROLLER = { 'data-scrolls-tree': '' } as const;

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
  const list = useRef<HTMLDivElement>(null);
  const above = useHeightAbove(list);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollerOf(list.current),
    scrollMargin: above,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_BEYOND_VIEW,
    rangeExtractor: (range) => including(range, alwaysDrawn),
  });
  useImperativeHandle(ref, () => ({
    scrollToIndex: (index) => virtualizer.scrollToIndex(index),
    reveal: (index) => {
      virtualizer.scrollToIndex(index);
      scrollerOf(list.current)?.scrollIntoView({ block: 'nearest' });
    },
  }));
  return (
    <div ref={list}>
      <div {...treeProps} role="tree" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <Row key={keyOf(index) ?? index} index={index} offsetPx={start - above} draw={draw} />
        ))}
        {children}
      </div>
    </div>
  );
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-scrolls-tree]') ?? null;
}

/** @returns how high all that is above the tree is, which scrolls with it */
function useHeightAbove(list: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current);
    if (!scroller?.firstElementChild) return;
    const measure = () => {
      if (!list.current) return;
      const top = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      setHeight(Math.round(top + scroller.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller.firstElementChild);
    return () => observer.disconnect();
  }, [list]);
  return height;
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
