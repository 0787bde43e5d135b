/**
 * A page to read: real headings, lists and tables. React makes the elements from parsed Markdown; HTML in it, toggles
 * aside, is shown as the text it is, and links and images are only those that can do no harm.
 */
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { createContext, Fragment, memo, type RefCallback, useContext, useMemo, useState } from 'react';
import { jsx, jsxs } from 'react/jsx-runtime';
import type { Components } from 'react-markdown';
import type { PageTitles } from '../links/page-titles.ts';
import type { ShownImages } from '../live-preview/shown-images.ts';
import { CodeBlock } from './code-block.tsx';
import { Drawing, isDrawing } from './drawing.tsx';
import { isCaptioned, MORE_ELEMENTS, PageHeadings } from './more-elements.tsx';
import { PrintedFiles } from './page-file.tsx';
import { footnoteName } from './page-footnotes.ts';
import { PageImage } from './page-image.tsx';
import { PageLink } from './page-link.tsx';
import { BLOCK_PLACE } from './place-blocks.ts';
import { readPart } from './read-part.ts';
import { NOWHERE, type Part, type ReadPage, readParts } from './read-parts.ts';
import { RestOfPage } from './rest-of-page.tsx';
import { useGrowing } from './use-growing.ts';
import { type ReadWiki, WikiLinkRead } from './wiki-link-read.tsx';
import '../kinds.css';
import './reading-view.css';

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
  /** For paper: all of it at once, not its beginning first, and with no more room between blocks than they need. */
  readonly isPrinted?: boolean;
}

const LONG_PAGE =
  'This page is very long. The rest of it is not shown yet, because drawing it may slow down your browser.';

export function ReadingView({ markdown, blocks, isPrinted = false, ...rest }: ReadingViewProps) {
  const [isAll, setAll] = useState(isPrinted);
  const { parts, isCut, headings, numbers } = useReadParts(markdown, isAll);
  const grown = useGrowing(parts.length);
  const count = isPrinted ? parts.length : grown;
  return (
    <div
      ref={blocks}
      className={isPrinted ? 'reading-view' : 'reading-view as-written'}
      data-testid="reading-view"
      aria-busy={count < parts.length}
      tabIndex={-1}
    >
      {markdown.trim() === '' && <p className="text-ink-muted">This page is empty.</p>}
      <PrintedFiles value={isPrinted}>
        <PageHeadings value={headings}>
          {parts.slice(0, count).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and keep their order
            <PartOfPage key={index} {...rest} part={part} numbers={numbers} isPrinted={isPrinted} />
          ))}
        </PageHeadings>
      </PrintedFiles>
      {isCut && count === parts.length && <RestOfPage words={LONG_PAGE} onShow={() => setAll(true)} />}
    </div>
  );
}

function useReadParts(markdown: string, isAll: boolean): ReadPage {
  const [last] = useState<{ page?: ReadPage }>({});
  return useMemo(() => {
    // A page that was read before gives its parts, whether or not that was drawn.
    last.page = readParts(markdown, isAll, last.page);
    return last.page;
  }, [markdown, isAll, last]);
}

/** The list of footnotes has a part of its own, in which the heading that names them is not shown. */
function footnotesOfPart(isList: boolean): Components {
  return isList ? { h6: () => null } : { section: () => null };
}

/** Where the part around begins in the text, and in it the list item around. */
const PartPlace = createContext(0);
const ItemPlace = createContext<number | undefined>(undefined);

interface PartProps extends Omit<ReadingViewProps, 'blocks' | 'markdown'> {
  readonly part: Part;
  /** Of a page in several parts. */
  readonly numbers: ReadPage['numbers'];
}

const PartOfPage = memo(function PartOfPage(props: PartProps) {
  const { part, isPrinted = false, numbers, images, titles, wiki, onFollow, onTick } = props;
  const isList = part.from === NOWHERE;
  const components: Components = useMemo(
    () => ({
      ...MORE_ELEMENTS,
      ...(numbers && footnotesOfPart(isList)),
      a: ({ node, href = '', id, 'aria-label': label, children }) =>
        node?.properties['data-wiki'] !== undefined ? (
          <WikiLinkRead source={String(node.properties['data-wiki'])} wiki={wiki} onFollow={onFollow} />
        ) : (
          <PageLink address={href} id={id} label={label} titles={titles} onFollow={onFollow}>
            {numbers?.get(footnoteName(href)?.toUpperCase() ?? '') ?? children}
          </PageLink>
        ),
      img: ({ node, src = '', alt = '' }) => (
        <PageImage address={String(src)} alt={alt} images={images} isCaptioned={isCaptioned(node)} />
      ),
      pre: ({ node, children }) => {
        const code = node?.children[0];
        if (code?.type !== 'element') return <pre>{children}</pre>;
        const [text] = code.children;
        const classes = code.properties.className;
        const language = Array.isArray(classes) ? String(classes[0]).replace(/^language-/, '') : '';
        const source = text?.type === 'text' ? text.value.trimEnd() : '';
        const place = Number(node?.properties[BLOCK_PLACE]);
        const isDrawn = isDrawing(language) && source !== '';
        return isDrawn ? (
          <Drawing language={language} source={source} place={place} />
        ) : (
          <CodeBlock code={source} language={language} place={place} />
        );
      },
      table: ({ children }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, for the keyboard too
        <section className="page-table" aria-label="Table" tabIndex={0}>
          <table>{children}</table>
        </section>
      ),
      li: ({ node, ...item }) => (
        <ItemPlace value={node?.position?.start.offset}>
          <li {...item} />
        </ItemPlace>
      ),
      input: ({ checked = false }) => <TaskBox isDone={checked} onTick={onTick} />,
    }),
    [images, titles, wiki, onFollow, onTick, numbers, isList],
  );
  return (
    <PartPlace value={part.from}>
      {toJsxRuntime(readPart(part, isPrinted), {
        Fragment,
        jsx,
        jsxs,
        components,
        ignoreInvalidStyle: true,
        passNode: true,
      })}
    </PartPlace>
  );
});

function TaskBox({ isDone, onTick }: { readonly isDone: boolean } & Pick<ReadingViewProps, 'onTick'>) {
  const part = useContext(PartPlace);
  const item = useContext(ItemPlace);
  return (
    <label className="task-frame">
      <input
        type="checkbox"
        className="task-box"
        checked={isDone}
        disabled={!onTick}
        onChange={() => item !== undefined && onTick?.(part + item)}
        aria-label={isDone ? 'Done' : 'To do'}
      />
    </label>
  );
}
