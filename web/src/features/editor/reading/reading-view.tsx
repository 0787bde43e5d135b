/**
 * A page to read: real headings, lists and tables. React makes the elements from parsed Markdown; HTML in it, toggles
 * aside, is shown as the text it is, and links and images are only those that can do no harm.
 */
import {
  type CSSProperties,
  createContext,
  memo,
  type RefCallback,
  useContext,
  useDeferredValue,
  useMemo,
  useState,
} from 'react';
import { SlicedWork, useSlicedWork } from '../../../lib/sliced-work.ts';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { attributesOf, type Drawers, drawElements } from '../drawing/draw-elements.tsx';
import { directionOf } from '../drawing/kind-drawers.tsx';
import { PrintedFiles } from '../drawing/page-file.tsx';
import { BLOCK_PLACE } from '../drawing/place-blocks.ts';
import { Drawing, isDrawing } from '../kinds/code/draw-code.tsx';
import { PageHeadings } from '../kinds/table-of-contents/draw.tsx';
import type { PageTitles } from '../linked-pages/page-titles.ts';
import type { ShownImages } from '../view/shown-images.ts';
import { CodeBlock } from './code-block.tsx';
import { KIND_ELEMENTS } from './kind-elements.ts';
import { isCaptioned, PageImage } from './page-image.tsx';
import { PageLink } from './page-link.tsx';
import { readPart } from './read-part.ts';
import { type Extent, type Part, type ReadPage, readParts } from './read-parts.ts';
import { RestOfPage } from './rest-of-page.tsx';
import { useGrowing } from './use-growing.ts';
import { type ReadWiki, WikiLinkRead } from './wiki-link-read.tsx';
import '../layers/kinds.generated.css';
import './reading-view.css';

/** How a page is drawn for paper: at once where the browser takes what is there. */
export type Printed = 'at once' | 'in parts';

export interface ReadingViewProps {
  readonly markdown: string;
  readonly images: ShownImages;
  /** Left out where links say what they said. */
  readonly titles?: PageTitles | undefined;
  /** Left out where wiki links lead nowhere. */
  readonly wiki?: ReadWiki | undefined;
  readonly onFollow: (address: string) => void;
  /** Left out where tasks stay as they are. @param at where the task's list item begins in the text */
  readonly onTick: ((at: number) => void) | undefined;
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

/** The place of the list item around in the text. */
const ItemPlace = createContext<number | undefined>(undefined);

interface PartProps extends Omit<ReadingViewProps, 'blocks' | 'markdown' | 'printed' | 'onDrawn'> {
  readonly part: Part;
  readonly isPrinted: boolean;
}

const PartOfPage = memo(function PartOfPage(props: PartProps) {
  const { part, isPrinted, images, titles, wiki, onFollow, onTick } = props;
  const drawers: Drawers = useMemo(
    () => ({
      ...KIND_ELEMENTS,
      a: ({ node: { properties }, children }) =>
        properties['data-wiki'] !== undefined ? (
          <WikiLinkRead source={String(properties['data-wiki'])} wiki={wiki} onFollow={onFollow} />
        ) : (
          <PageLink
            address={String(properties.href ?? '')}
            id={textIn(properties.id)}
            label={textIn(properties.ariaLabel)}
            titles={titles}
            onFollow={onFollow}
          >
            {children}
          </PageLink>
        ),
      img: ({ node }) => (
        <PageImage
          address={String(node.properties.src ?? '')}
          alt={String(node.properties.alt ?? '')}
          images={images}
          isCaptioned={isCaptioned(node)}
        />
      ),
      pre: ({ node, children }) => {
        const [code] = node.children;
        if (code?.type !== 'element') return <pre>{children}</pre>;
        const [text] = code.children;
        const classes = code.properties.className;
        const language = Array.isArray(classes) ? String(classes[0]).replace(/^language-/, '') : '';
        const source = text?.type === 'text' ? text.value.trimEnd() : '';
        const place = Number(node.properties[BLOCK_PLACE]);
        const isDrawn = isDrawing(language) && source !== '';
        return isDrawn ? (
          <Drawing language={language} source={source} place={place} />
        ) : (
          <CodeBlock code={source} language={language} place={place} />
        );
      },
      table: ({ node, children, className }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, for the keyboard too
        <section className="page-table" dir={directionOf(node)} aria-label="Table" tabIndex={0}>
          <table className={className}>{children}</table>
        </section>
      ),
      li: ({ node, children }) => (
        <ItemPlace value={node.from}>
          <li {...attributesOf(node)}>{children}</li>
        </ItemPlace>
      ),
      input: ({ node }) => <TaskBox isDone={node.properties.checked === true} onTick={onTick} />,
    }),
    [images, titles, wiki, onFollow, onTick],
  );
  return (
    <div className="reading-part" style={heightOf(part)}>
      {drawElements(readPart(part, isPrinted).children, drawers)}
    </div>
  );
});

/** About as high as it is drawn, for as long as it is out of sight: lines stand where they stand in the text. */
function heightOf({ markdown, notes, isList }: Part): CSSProperties {
  const lines = isList ? notes.length : markdown.split('\n').length + markdown.length / LETTERS_IN_A_LINE;
  return { containIntrinsicBlockSize: `auto ${Math.round(lines * LINE_REM)}rem` };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function TaskBox({ isDone, onTick }: { readonly isDone: boolean } & Pick<ReadingViewProps, 'onTick'>) {
  const item = useContext(ItemPlace);
  return (
    <label className="task-frame">
      <input
        type="checkbox"
        className="task-box"
        checked={isDone}
        disabled={!onTick}
        onChange={() => item !== undefined && onTick?.(item)}
        aria-label={isDone ? 'Done' : 'To do'}
      />
    </label>
  );
}
