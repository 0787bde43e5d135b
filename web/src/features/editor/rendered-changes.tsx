/** Two versions of a text in one, as it is read: new words are underlined, old ones struck through. */
import { ChevronsUpDown } from 'lucide-react';
import { memo, type ReactNode, useMemo, useState } from 'react';
import type { Content } from '../../../../markdown/src/read/elements.ts';
import { SlicedWork, useSlicedWork } from '../../lib/sliced-work.ts';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { useFollowLink } from './components/use-follow-link.ts';
import { attributesOf, type Drawers, drawElements } from './drawing/draw-elements.tsx';
import { directionOf } from './drawing/kind-drawers.tsx';
import { Callout } from './kinds/callout/draw.tsx';
import { compareRendered } from './reading/compare-rendered.ts';
import { KIND_ELEMENTS } from './reading/kind-elements.ts';
import type { MergedBlock } from './reading/merge-rendered.ts';
import { isCaptioned, PageImage } from './reading/page-image.tsx';
import { PageLink } from './reading/page-link.tsx';
import { RestOfPage } from './reading/rest-of-page.tsx';
import { useGrowing } from './reading/use-growing.ts';
import { ShownImages } from './view/shown-images.ts';
import './layers/kinds.generated.css';
import './reading/reading-view.css';
import './rendered-changes.css';

/** Unchanged blocks that are left around each change. */
const CONTEXT = 1;
// Fewer take no more room than the button that unfolds them.
const FEWEST_FOLDED = 3;
const PART_NODES = 2000;

interface RenderedChangesProps {
  readonly before: string;
  readonly after: string;
  /** The same changes line by line. */
  readonly plain: ReactNode;
}

const TOO_DEEP = 'These texts are nested too deeply to be compared as they are read.';
const TOO_MUCH = 'These texts have too many marks to be compared as they are read.';
const TOO_LONG = 'These texts are very long. Comparing them as they are read may slow down your browser.';

export function RenderedChanges({ before, after, plain }: RenderedChangesProps) {
  const [isAsked, setAsked] = useState(false);
  const work = useMemo(
    () => new SlicedWork(compareRendered(before, after, isAsked)),
    [before, after, isAsked],
  );
  const comparison = useSlicedWork(work);
  if (!comparison) return <SkeletonRows rows={4} label="Comparing the texts" />;
  if (comparison === 'too long') return <RestOfPage words={TOO_LONG} onShow={() => setAsked(true)} />;
  if (comparison === 'too deep' || comparison === 'too much')
    return (
      <>
        <p role="note" className="pb-3 text-ink-muted">
          {comparison === 'too deep' ? TOO_DEEP : TOO_MUCH} Their lines are compared instead.
        </p>
        {plain}
      </>
    );
  return <Changes blocks={comparison} />;
}

function Changes({ blocks }: { readonly blocks: readonly MergedBlock[] }) {
  const [images] = useState(() => new ShownImages());
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const parts = useMemo(() => foldUnchanged(blocks), [blocks]);
  const follow = useFollowLink();
  const drawers = useMemo(() => drawersFor(images, follow), [images, follow]);
  const count = useGrowing(parts.length);
  return (
    <div className="reading-view rendered-changes" aria-busy={count < parts.length}>
      {parts.slice(0, count).map(({ start, blocks: some, isFolded }) =>
        isFolded && !unfolded.has(start) ? (
          <button
            key={start}
            type="button"
            className="unfold"
            onClick={() => setUnfolded(new Set([...unfolded, start]))}
          >
            <ChevronsUpDown aria-hidden className="size-4 shrink-0" />
            {`Show ${some.length} unchanged blocks`}
          </button>
        ) : (
          <PartOfChanges key={start} blocks={some} drawers={drawers} />
        ),
      )}
    </div>
  );
}

interface PartProps {
  readonly blocks: readonly MergedBlock[];
  readonly drawers: Drawers;
}

const PartOfChanges = memo(function PartOfChanges({ blocks, drawers }: PartProps) {
  return drawElements(
    blocks.map(({ node }) => node),
    drawers,
  );
});

function drawersFor(images: ShownImages, onFollow: (address: string) => void): Drawers {
  return {
    ...KIND_ELEMENTS,
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
    // Its words of before and of now are marked in it.
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
    const isFolded = far && end - start >= FEWEST_FOLDED;
    for (const some of isFolded ? [blocks.slice(start, end)] : inParts(blocks.slice(start, end))) {
      parts.push({ start, blocks: some, isFolded });
      start += some.length;
    }
  }
  return parts;
}

/** So that their beginning is drawn before their end. */
function inParts(blocks: readonly MergedBlock[]): MergedBlock[][] {
  const parts: MergedBlock[][] = [];
  let nodes = PART_NODES;
  for (const block of blocks) {
    if (nodes >= PART_NODES) {
      parts.push([]);
      nodes = 0;
    }
    parts.at(-1)?.push(block);
    nodes += countNodes(block.node);
  }
  return parts;
}

function countNodes(node: Content): number {
  return node.type === 'text' ? 1 : node.children.reduce((sum, child) => sum + countNodes(child), 1);
}
