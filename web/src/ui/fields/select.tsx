/** A labelled choice of one among several, closed until it is wanted. */
import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { INPUT_CLASSES } from './text-field.tsx';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export function Select<Value extends string>({
  label,
  choices,
  value,
  onChange,
  disabled = false,
}: {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}) {
  return (
    <BaseSelect.Root
      items={choices}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
    >
      <div className="flex flex-col gap-1.5">
        <BaseSelect.Label className="font-medium">{label}</BaseSelect.Label>
        <BaseSelect.Trigger
          className={`${INPUT_CLASSES} flex min-h-9 items-center justify-between gap-2 text-start data-disabled:cursor-not-allowed data-disabled:opacity-55`}
        >
          <BaseSelect.Value className="min-w-0 truncate" />
          <BaseSelect.Icon className="shrink-0 text-ink-muted">
            <ChevronsUpDown aria-hidden className="size-4" />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
      </div>
      <BaseSelect.Portal>
        <BaseSelect.Positioner className="z-10 outline-none" sideOffset={4} alignItemWithTrigger={false}>
          <BaseSelect.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-float outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {choices.map((choice) => (
              <BaseSelect.Item
                key={choice.value}
                value={choice.value}
                className="flex min-h-8 cursor-default items-center justify-between pointer-coarse:min-h-10 gap-4 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover"
              >
                <BaseSelect.ItemText>{choice.label}</BaseSelect.ItemText>
                <BaseSelect.ItemIndicator>
                  <Check aria-hidden className="size-4 text-accent" />
                </BaseSelect.ItemIndicator>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
