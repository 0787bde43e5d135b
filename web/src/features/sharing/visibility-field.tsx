/** Chooses a page's visibility, and shows its public link. */
import { absoluteUrl, publicPagePath } from '../../lib/paths.ts';
import { CopyLink } from '../../ui/fields/copy-link.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Notice } from '../../ui/notice.tsx';
import { VISIBILITIES, type Visibility } from './visibility.ts';

interface VisibilityFieldProps {
  readonly pageId: string;
  /** The chosen visibility, and the saved one. */
  readonly value: Visibility;
  readonly saved: Visibility;
  /** Whether a private page above hides this one, too. */
  readonly isHiddenFromAbove: boolean;
  readonly onChange: (value: Visibility) => void;
}

export function VisibilityField({ pageId, value, saved, isHiddenFromAbove, onChange }: VisibilityFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup label="Visibility" options={VISIBILITIES} value={value} onChange={onChange} />
      {value !== 'private' && isHiddenFromAbove && (
        <Notice kind="warning">
          This page is inside a private page, so only you can see it until it is moved out.
        </Notice>
      )}
      {value === 'public' && saved === 'public' && !isHiddenFromAbove && (
        <CopyLink label="Public link" link={absoluteUrl(publicPagePath(pageId))} />
      )}
    </div>
  );
}
