/** A choice beside a search field: as a row of buttons, one of them pressed. */
import { classNames } from '../../../ui/class-names.ts';

interface FilterProps<Value extends string> {
  readonly label: string;
  readonly choices: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function Filter<Value extends string>({ label, choices, value, onChange }: FilterProps<Value>) {
  return (
    <fieldset className="flex max-w-full shrink-0 overflow-x-auto rounded-md border border-line-strong/50">
      <legend className="sr-only">{label}</legend>
      {(Object.keys(choices) as Value[]).map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
          className={classNames(
            'min-h-9 px-3 whitespace-nowrap transition-colors not-first:border-s not-first:border-line focus-visible:-outline-offset-2',
            choice === value
              ? 'bg-selected font-medium text-ink'
              : 'text-ink-muted hover:bg-hover hover:text-ink',
          )}
        >
          {choices[choice]}
        </button>
      ))}
    </fieldset>
  );
}
