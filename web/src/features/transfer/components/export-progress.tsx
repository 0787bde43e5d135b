/** How far an export is, or why it failed. */
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { countPages } from '../plan/count-pages.ts';
import type { ExportState } from '../state/use-export.ts';

export function ExportProgress({ state }: { readonly state: ExportState }) {
  if (state.kind === 'failed')
    return (
      <Notice kind="error" title="The export failed" failure={state.failure}>
        {state.failure.message}
      </Notice>
    );
  if (state.kind !== 'running') return null;
  const { done, all } = state;
  return (
    <Progress
      label={all === undefined ? 'Reading the list of pages' : `${done} of ${countPages(all)}`}
      value={all === undefined ? null : Math.floor((done / Math.max(all, 1)) * 100)}
    />
  );
}
