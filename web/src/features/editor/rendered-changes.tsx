/** Two versions of a text in one, as it is read: new words are underlined, old ones struck through. */
import { ChevronsUpDown } from 'lucide-react';
import { Fragment, useMemo, useState } from 'react';
import { useFollowLink } from './components/use-follow-link.ts';
import { attributesOf, type Drawers, drawElements } from './reading/draw-elements.tsx';
import { type MergedBlock, mergeRendered } from './reading/merge-rendered.ts';
import { Callout, directionOf, isCaptioned, MORE_ELEMENTS } from './reading/more-elements.tsx';
import { PageImage } from './reading/page-image.tsx';
import { PageLink } from './reading/page-link.tsx';
import { renderedTree } from './reading/rendered-tree.ts';
import { RestOfPage } from './reading/rest-of-page.tsx';
import { weigh } from './reading/split-into-parts.ts';
import { ShownImages } from './view/shown-images.ts';
import './kinds.css';
import './reading/reading-view.css';
import './rendered-changes.css';

/** Unchanged blocks that are left around each change. */
const CONTEXT = 1;
// Fewer take no more room than the button that unfolds them.
const FEWEST_FOLDED = 3;

interface RenderedChangesProps {
  readonly before: string;
  readonly after: string;
}

// Reading and comparing two such texts takes about a second.
const MOST_NODES = 40_000;

export function RenderedChanges(texts: RenderedChangesProps) {
  const { before, after } = texts;
  const [isAll, setAll] = useState(false);
  const nodes = useMemo(() => [weigh(before), weigh(after)], [before, after]);
  if (nodes.includes(undefined))
    return <p>These texts are nested too deeply to be formatted. Their source shows what has changed.</p>;
  const isLong = nodes.reduce<number>((sum, some = 0) => sum + some, 0) > MOST_NODES;
  return isLong && !isAll ? (
    <RestOfPage
      words="These texts are very long. Comparing them as they are read may slow down your browser."
      onShow={() => setAll(true)}
    />
  ) : (
    <Changes {...texts} />
  );
}

function Changes({ before, after }: RenderedChangesProps) {
  const [images] = useState(() => new ShownImages());
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const parts = useMemo(
    () => foldUnchanged(mergeRendered(renderedTree(before), renderedTree(after))),
    [before, after],
  );
  const follow = useFollowLink();
  const drawers = useMemo(() => drawersFor(images, follow), [images, follow]);
  return (
    <div className="reading-view rendered-changes">
      {parts.map(({ start, blocks, isFolded }) =>
        isFolded && !unfolded.has(start) ? (
          <button
            key={start}
            type="button"
            className="unfold"
            onClick={() => setUnfolded(new Set([...unfolded, start]))}
          >
            <ChevronsUpDown aria-hidden className="size-4 shrink-0" />
            {`Show ${blocks.length} unchanged blocks`}
          </button>
        ) : (
          <Fragment key={start}>
            {drawElements(
              blocks.map(({ node }) => node),
              drawers,
            )}
          </Fragment>
        ),
      )}
    </div>
  );
}

function drawersFor(images: ShownImages, onFollow: (address: string) => void): Drawers {
  return {
    ...MORE_ELEMENTS,
    // Changes in a toggle or a callout are in sight.
    aside: ({ node, children }) => (
      <Callout node={node} isOpened>
        {children}
      </Callout>
    ),
    details: ({ node, children }) => (
      <details className="page-toggle" dir={directionOf(node)} open>
        {children}
      </details>
    ),
    // What it said, and says, is marked in it.
    a: ({ node: { properties }, children }) =>
      properties['data-wiki'] !== undefined ? (
        <span className="wiki-link">{children}</span>
      ) : (
        <PageLink address={String(properties.href ?? '')} onFollow={onFollow}>
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
    pre: ({ node, children }) => (
      <pre {...attributesOf(node)} className="page-code">
        {children}
      </pre>
    ),
    table: ({ node, children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, for the keyboard too
      <section className="page-table" dir={directionOf(node)} aria-label="Table" tabIndex={0}>
        <table>{children}</table>
      </section>
    ),
    input: ({ node }) => {
      const isDone = node.properties.checked === true;
      return (
        <input
          type="checkbox"
          className="task-box"
          checked={isDone}
          disabled
          aria-label={isDone ? 'Done' : 'To do'}
        />
      );
    },
  };
}

interface Part {
  readonly start: number;
  readonly blocks: readonly MergedBlock[];
  readonly isFolded: boolean;
}

function foldUnchanged(blocks: readonly MergedBlock[]): Part[] {
  const isFar = (at: number) =>
    blocks.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).every(({ isChanged }) => !isChanged);
  const parts: Part[] = [];
  for (let start = 0; start < blocks.length; ) {
    const far = isFar(start);
    let end = start + 1;
    while (end < blocks.length && isFar(end) === far) end++;
    parts.push({ start, blocks: blocks.slice(start, end), isFolded: far && end - start >= FEWEST_FOLDED });
    start = end;
  }
  return parts;
}
