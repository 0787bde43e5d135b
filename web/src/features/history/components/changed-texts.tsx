/** The texts of a page that were changed, each under its name. */
import type { ChangedText } from '../state/changed-texts.ts';
import { TextDiff } from './text-diff.tsx';

export function ChangedTexts({ changes }: { readonly changes: readonly ChangedText[] }) {
  return changes.map(({ label, lines }) => (
    <section key={label} aria-label={label}>
      <h3 className="pb-1 text-xs font-medium text-ink-muted">{label}</h3>
      <TextDiff lines={lines} />
    </section>
  ));
}
