/** Something that is so or not, sent along with a form. A setting that works at once is a switch. */
import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';

export interface ToggleProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function Checkbox({ label, checked, onChange, disabled = false }: ToggleProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's
    <label className="flex min-h-6 items-start gap-2.5 has-data-disabled:opacity-55">
      <BaseCheckbox.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded border border-line-strong bg-canvas transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:cursor-not-allowed"
      >
        <BaseCheckbox.Indicator className="text-on-accent data-unchecked:hidden">
          <Check aria-hidden strokeWidth={3} className="size-3" />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      {label}
    </label>
  );
}
