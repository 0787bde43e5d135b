/** Chooses a page's visibility. */
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Notice } from '../../ui/notice.tsx';
import { VISIBILITIES, type Visibility } from './visibility.ts';

interface VisibilityFieldProps {
  readonly value: Visibility;
  /** Whether a private page above hides this one, too. */
  readonly isHiddenFromAbove: boolean;
  readonly onChange: (value: Visibility) => void;
}

export function VisibilityField({ value, isHiddenFromAbove, onChange }: VisibilityFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup label="Visibility" options={VISIBILITIES} value={value} onChange={onChange} />
      {value !== 'private' && isHiddenFromAbove && (
        <Notice kind="warning">
          This page is inside a private page, so only you can see it until it is moved out.
        </Notice>
      )}
    </div>
  );
}
