/**
 * The switches for what a public page shares beyond itself: its subpages, and with search engines. They are off unless
 * the sharer says so.
 */
import { Switch } from '../../ui/fields/switch.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePageShare } from './api/page-shares.ts';

interface PublicSwitchesProps {
  readonly organizationId: string;
  readonly pageId: string;
  /** How many pages would be public with it. */
  readonly pagesBeneath: number;
}

export function PublicSwitches({ organizationId, pageId, pagesBeneath }: PublicSwitchesProps) {
  const { share, change } = usePageShare(organizationId, pageId);
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <div>
        <Switch
          label="Include subpages"
          checked={share?.with_subpages ?? false}
          onChange={(with_subpages) => change.mutate({ with_subpages })}
        />
        <p className="pe-12 text-[0.8125rem] text-ink-muted">{describe(pagesBeneath)}</p>
      </div>
      <div>
        <Switch
          label="Let search engines find it"
          checked={share?.is_indexed ?? false}
          onChange={(is_indexed) => change.mutate({ is_indexed })}
        />
        <p className="pe-12 text-[0.8125rem] text-ink-muted">
          They may keep what they have read for a while after you stop sharing.
        </p>
      </div>
      {change.error && (
        <Notice kind="error" failure={change.error}>
          {change.error.message}
        </Notice>
      )}
    </div>
  );
}

function describe(pagesBeneath: number): string {
  const later = 'and those that are added later. Private pages stay private.';
  if (pagesBeneath === 0)
    return `There are none yet; those that are added are public. Private pages stay private.`;
  return pagesBeneath === 1
    ? `1 page under this one, ${later}`
    : `${pagesBeneath.toLocaleString('en')} pages under this one, ${later}`;
}
