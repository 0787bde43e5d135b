/** Two versions of a text in one, as it is read: new words are underlined, old ones struck through. */
import { ChevronsUpDown } from 'lucide-react';
import { memo, type ReactNode, useMemo, useState } from 'react';
import type { Content } from '../../../../markdown/src/read/elements.ts';
import { SlicedWork, useSlicedWork } from '../../lib/sliced-work.ts';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { useFollowLink } from './components/use-follow-link.ts';
import { drawElements } from './drawing/draw-elements.tsx';
import { type Reading, ReadingProvider } from './drawing/use-reading.ts';
import { compareRendered } from './reading/compare/compare-rendered.ts';
import type { MergedBlock } from './reading/compare/merge-rendered.ts';
import { KIND_ELEMENTS } from './reading/kind-elements.ts';
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
  const reading = useMemo(
    () => ({ images, onFollow: follow, onTick: undefined, isComparison: true as const }),
    [images, follow],
  );
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
          <PartOfChanges key={start} blocks={some} reading={reading} />
        ),
      )}
    </div>
  );
}

interface PartProps {
  readonly blocks: readonly MergedBlock[];
  readonly reading: Reading;
}

const PartOfChanges = memo(function PartOfChanges({ blocks, reading }: PartProps) {
  const nodes = blocks.map(({ node }) => node);
  return <ReadingProvider value={reading}>{drawElements(nodes, KIND_ELEMENTS)}</ReadingProvider>;
});

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
