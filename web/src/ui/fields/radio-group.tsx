/** A choice of one: among few, each a card with what it means, or among many, in rows of a list. */
import { Radio } from '@base-ui/react/radio';
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group';
import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly name: string;
  readonly meaning?: string;
  /** Before its name; it says nothing. */
  readonly mark?: ReactNode;
}

interface Look {
  readonly group: string;
  readonly option: string;
  readonly name: string;
  readonly meaning: string;
}

const LOOKS = {
  cards: {
    group: 'gap-2',
    option:
      'items-start gap-3 rounded-lg border border-line p-3 has-data-checked:border-accent has-data-disabled:cursor-not-allowed has-data-disabled:opacity-55',
    name: 'font-medium',
    meaning: '',
  },
  // Names and paths of any length: the list is read by its beginnings.
  rows: {
    group: '',
    option: 'items-start gap-2.5 rounded-md px-2.5 py-2',
    name: 'truncate',
    meaning: 'truncate',
  },
} as const satisfies Record<string, Look>;

export function RadioGroup<Value extends string>({
  label,
  look = 'cards',
  options,
  value,
  onChange,
  disabled = false,
}: {
  readonly label: string;
  /** Rows show no label; it is read aloud. */
  readonly look?: keyof typeof LOOKS;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}) {
  const id = useId();
  const classes = LOOKS[look];
  return (
    <div className="flex flex-col gap-2">
      <p id={id} className={look === 'rows' ? 'sr-only' : 'font-medium'}>
        {label}
      </p>
      <BaseRadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={onChange}
        disabled={disabled}
        className={classNames('flex flex-col', classes.group)}
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's
          <label
            key={option.value}
            className={classNames(
              'flex cursor-pointer transition-colors hover:bg-hover active:bg-selected has-data-checked:bg-accent-soft',
              classes.option,
            )}
          >
            <Radio.Root
              value={option.value}
              className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-canvas data-checked:border-accent data-checked:bg-accent"
            >
              <Radio.Indicator className="size-1.5 rounded-full bg-on-accent data-unchecked:hidden forced-colors:bg-[Highlight]" />
            </Radio.Root>
            <span className="min-w-0">
              <span
                className={classNames('block', classes.name)}
                title={look === 'rows' ? option.name : undefined}
              >
                {option.mark}
                {option.name}
              </span>
              {option.meaning !== undefined && (
                <span className={classNames('block text-[0.8125rem] text-ink-muted', classes.meaning)}>
                  {option.meaning}
                </span>
              )}
            </span>
          </label>
        ))}
      </BaseRadioGroup>
    </div>
  );
}
