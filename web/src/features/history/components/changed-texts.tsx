/** The texts of a page that were changed, each under its name: as they are read, or their source line by line. */
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import type { ChangedText } from '../state/changed-texts.ts';
import { TextDiff } from './text-diff.tsx';

const RenderedChanges = lazy(async () => ({
  default: (await import('../../editor/rendered-changes.tsx')).RenderedChanges,
}));

// Drawing longer ones twice would freeze the browser.
const LONGEST_RENDERED = 200_000;

export function ChangedTexts({ changes }: { readonly changes: readonly ChangedText[] }) {
  const [isSource, setIsSource] = useState(false);
  return changes.map((change) => {
    const { label, before, after, lines } = change;
    const isRenderable = change.isFormatted && before.length + after.length <= LONGEST_RENDERED;
    return (
      <section key={label} aria-label={label}>
        <div className="flex min-h-8 items-center justify-between gap-3 pb-1">
          <h3 className="text-xs font-medium text-ink-muted">{label}</h3>
          {isRenderable && (
            <Button look="quiet" onClick={() => setIsSource(!isSource)}>
              {isSource ? 'Show formatted' : 'Show source'}
            </Button>
          )}
        </div>
        {isRenderable && !isSource ? (
          <div className="rounded-xl border border-line bg-raised px-5 py-4">
            <Suspense fallback={<SkeletonRows rows={4} label="Loading changes" />}>
              <RenderedChanges before={before} after={after} plain={<TextDiff lines={lines} />} />
            </Suspense>
          </div>
        ) : (
          <TextDiff lines={lines} />
        )}
      </section>
    );
  });
}
