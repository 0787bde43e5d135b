/** A choice of one among few, each with what it means, all in view. */
import { Radio } from '@base-ui/react/radio';
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group';
import { useId } from 'react';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly name: string;
  readonly meaning?: string;
}

export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled = false,
}: {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <p id={id} className="font-medium">
        {label}
      </p>
      <BaseRadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={onChange}
        disabled={disabled}
        className="flex flex-col gap-2"
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's
          <label
            key={option.value}
            className="flex cursor-pointer items-start gap-3 rounded-lg border border-line p-3 transition-colors hover:bg-hover has-data-checked:border-accent has-data-checked:bg-accent-soft has-data-disabled:cursor-not-allowed has-data-disabled:opacity-55"
          >
            <Radio.Root
              value={option.value}
              className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-canvas data-checked:border-accent data-checked:bg-accent"
            >
              <Radio.Indicator className="size-1.5 rounded-full bg-on-accent data-unchecked:hidden forced-colors:bg-[Highlight]" />
            </Radio.Root>
            <span className="min-w-0">
              <span className="block font-medium">{option.name}</span>
              {option.meaning !== undefined && (
                <span className="block text-[0.8125rem] text-ink-muted">{option.meaning}</span>
              )}
            </span>
          </label>
        ))}
      </BaseRadioGroup>
    </div>
  );
}
