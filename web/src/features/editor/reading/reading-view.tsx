/**
 * A page to read: real headings, lists and tables. React makes the elements from parsed Markdown; HTML in it, toggles
 * aside, is shown as the text it is, and links and images are only those that can do no harm.
 */
import { createContext, memo, type RefCallback, useContext, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { PageTitles } from '../links/page-titles.ts';
import type { ShownImages } from '../live-preview/shown-images.ts';
import { pageLanguage } from '../markdown/page-language.ts';
import { outlineOf } from '../outline/read-outline.ts';
import { CodeBlock } from './code-block.tsx';
import { directBlocks } from './direct-blocks.ts';
import { Drawing, isDrawing } from './drawing.tsx';
import { fewAccents } from './few-accents.ts';
import { keepBlankLines } from './keep-blank-lines.ts';
import { isCaptioned, MORE_ELEMENTS, PageHeadings } from './more-elements.tsx';
import { PrintedFiles } from './page-file.tsx';
import { footnoteName, type PageFootnotes, readFootnotes } from './page-footnotes.ts';
import { PageImage } from './page-image.tsx';
import { PageLink } from './page-link.tsx';
import { FOOTNOTES, pageSyntax } from './page-syntax/page-syntax.ts';
import { BLOCK_PLACE, placeBlocks } from './place-blocks.ts';
import { splitIntoParts } from './split-into-parts.ts';
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

const PLUGINS = [remarkGfm];

export function ReadingView({ markdown, blocks, isPrinted = false, ...rest }: ReadingViewProps) {
  const { parts, headings, footnotes } = useMemo(() => readPage(markdown), [markdown]);
  const grown = useGrowing(parts.length);
  const count = isPrinted ? parts.length : grown;
  return (
    <div
      ref={blocks}
      className={isPrinted ? 'reading-view' : 'reading-view as-written'}
      data-testid="reading-view"
      aria-busy={count < parts.length}
    >
      {markdown.trim() === '' && <p className="text-ink-muted">This page is empty.</p>}
      <PrintedFiles value={isPrinted}>
        <PageHeadings value={headings}>
          {parts.slice(0, count).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and keep their order
            <Part key={index} {...rest} {...part} footnotes={footnotes} isPrinted={isPrinted} />
          ))}
        </PageHeadings>
      </PrintedFiles>
    </div>
  );
}

function readPage(markdown: string) {
  const tree = pageLanguage.parser.parse(markdown);
  const headings = outlineOf(tree, (from, to) => markdown.slice(from, to));
  const footnotes = readFootnotes(markdown, tree);
  const parts = splitIntoParts(markdown, tree, footnotes?.definitions);
  // A page in one piece has its footnotes as they come.
  if (!footnotes || parts.length === 1) return { parts, headings, footnotes: undefined };
  return {
    parts: [...parts, { markdown: footnotes.list, from: NOWHERE, linesBelow: 0 }],
    headings,
    footnotes,
  };
}

/** The list of footnotes has a part of its own, in which the heading that names them is not shown. */
function footnotesOfPart(isList: boolean): Components {
  return isList ? { h6: () => null } : { section: () => null };
}

// Behind every text: nothing that stands there can be ticked or scrolled to.
const NOWHERE = Number.POSITIVE_INFINITY;

/** Where the part around begins in the text, and in it the list item around. */
const PartPlace = createContext(0);
const ItemPlace = createContext<number | undefined>(undefined);

interface PartProps extends Omit<ReadingViewProps, 'blocks'> {
  readonly from: number;
  readonly linesBelow: number;
  /** Of a page in several parts. */
  readonly footnotes: PageFootnotes | undefined;
}

const Part = memo(function Part(props: PartProps) {
  const { markdown, from, linesBelow, isPrinted, footnotes, images, titles, wiki, onFollow, onTick } = props;
  const components: Components = useMemo(
    () => ({
      ...MORE_ELEMENTS,
      ...(footnotes && footnotesOfPart(from === NOWHERE)),
      a: ({ node, href = '', id, 'aria-label': label, children }) =>
        node?.properties['data-wiki'] !== undefined ? (
          <WikiLinkRead source={String(node.properties['data-wiki'])} wiki={wiki} onFollow={onFollow} />
        ) : (
          <PageLink address={href} id={id} label={label} titles={titles} onFollow={onFollow}>
            {footnotes?.numbers.get(footnoteName(href)?.toUpperCase() ?? '') ?? children}
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
    [images, titles, wiki, onFollow, onTick, footnotes, from],
  );
  const plugins = useMemo(() => [...PLUGINS, pageSyntax(markdown)], [markdown]);
  const places = useMemo(
    () => [
      ...[fewAccents(markdown), directBlocks, placeBlocks(from)],
      ...(isPrinted ? [] : [keepBlankLines(markdown, linesBelow)]),
    ],
    [from, isPrinted, markdown, linesBelow],
  );
  return (
    <PartPlace value={from}>
      <Markdown
        remarkPlugins={plugins}
        remarkRehypeOptions={FOOTNOTES}
        rehypePlugins={places}
        // Where an address may lead is decided by PageLink and PageImage, for the editor's links as well.
        urlTransform={(address) => address}
        components={components}
      >
        {markdown}
      </Markdown>
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
