/** Something that is on or off, and changes at once. */
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import type { ToggleProps } from './checkbox.tsx';

export function Switch({ label, checked, onChange, disabled = false }: ToggleProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's
    <label className="flex min-h-6 items-center justify-between gap-4 has-data-disabled:opacity-55">
      {label}
      <BaseSwitch.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="flex h-5 w-9 shrink-0 rounded-full border border-line-strong bg-canvas p-0.5 transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:cursor-not-allowed"
      >
        <BaseSwitch.Thumb className="aspect-square h-full rounded-full bg-line-strong transition-[translate] duration-100 data-checked:translate-x-4 data-checked:bg-on-accent forced-colors:bg-[ButtonText]" />
      </BaseSwitch.Root>
    </label>
  );
}
