/**
 * Two texts in one, line by line: new words are underlined, old ones struck through, and each line says the same by
 * a sign at its start, so that no colour says anything alone.
 */
import { ChevronsUpDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import {
  countAtATime,
  type DiffLine,
  foldUnchanged,
  isLongLine,
  type Piece,
  shortened,
} from '../state/text-diff.ts';

const LINES = {
  same: { sign: '', name: '', look: '' },
  added: { sign: '+', name: 'Added: ', look: 'bg-accent-soft' },
  removed: { sign: '−', name: 'Removed: ', look: 'bg-danger-soft' },
  changed: { sign: '±', name: 'Changed: ', look: '' },
} as const;

export function TextDiff({ lines }: { readonly lines: readonly DiffLine[] }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [limit, setLimit] = useState(() => countAtATime(lines, 0));
  const blocks = useMemo(() => foldUnchanged(lines.slice(0, limit)), [lines, limit]);
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-raised py-2">
      {blocks.map((block) =>
        block.isFolded && !unfolded.has(block.start) ? (
          <button
            key={block.start}
            type="button"
            onClick={() => setUnfolded(new Set([...unfolded, block.start]))}
            className="my-1 flex min-h-8 w-full items-center gap-2 bg-sunken px-3 text-start text-[0.8125rem] text-ink-muted transition-colors hover:bg-hover hover:text-ink"
          >
            <ChevronsUpDown aria-hidden className="size-4 shrink-0" />
            {`Show ${block.lines.length} unchanged lines`}
          </button>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of two texts never change places
          block.lines.map((line, index) => <Line key={`${block.start} ${index}`} line={line} />)
        ),
      )}
      {lines.length > limit && (
        <Button className="mx-3 mt-2" onClick={() => setLimit(limit + countAtATime(lines, limit))}>
          Show more lines
        </Button>
      )}
    </div>
  );
}

function Line({ line: whole }: { readonly line: DiffLine }) {
  const [isWhole, setWhole] = useState(() => !isLongLine(whole));
  const line = isWhole ? whole : shortened(whole);
  const { sign, name, look } = LINES[line.kind];
  return (
    <p className={classNames('flex min-h-6 px-3 leading-6', look)}>
      <span aria-hidden className="w-5 shrink-0 font-mono text-ink-muted select-none">
        {sign}
      </span>
      {name !== '' && <span className="sr-only">{name}</span>}
      <span dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">
        {line.pieces.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never change places
          <PieceText key={index} piece={piece} isWholeLine={line.kind !== 'changed'} />
        ))}
        {!isWhole && (
          <Button look="quiet" className="block" onClick={() => setWhole(true)}>
            Show all of this very long line
          </Button>
        )}
      </span>
    </p>
  );
}

function PieceText({ piece, isWholeLine }: { readonly piece: Piece; readonly isWholeLine: boolean }) {
  if (piece.kind === 'same') return piece.text;
  if (piece.kind === 'removed')
    return <del className="rounded-xs bg-danger-soft decoration-danger">{piece.text}</del>;
  return (
    <ins
      className={classNames(
        'rounded-xs bg-accent-soft decoration-accent underline-offset-3',
        isWholeLine && 'no-underline',
      )}
    >
      {piece.text}
    </ins>
  );
}
