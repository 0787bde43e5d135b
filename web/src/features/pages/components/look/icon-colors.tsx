/** The color of our own icons, as a choice of one. */
import { useId } from 'react';
import { ICON_COLORS, type IconColor } from '../../../../lib/page/known-looks.ts';

interface IconColorsProps {
  readonly color: IconColor;
  readonly onChange: (color: IconColor) => void;
}

export function IconColors({ color, onChange }: IconColorsProps) {
  const name = useId();
  return (
    <fieldset className="flex items-center">
      <legend className="sr-only">Color of icons</legend>
      {ICON_COLORS.map((each) => (
        <label
          key={each}
          title={nameOf(each)}
          className="flex size-7 cursor-pointer items-center justify-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === color}
            onChange={() => onChange(each)}
            aria-label={nameOf(each)}
            className="peer sr-only"
          />
          <span
            aria-hidden
            className="size-4 rounded-full ring-ink ring-offset-2 ring-offset-raised peer-checked:ring-2 forced-colors:forced-color-adjust-none"
            style={{ background: `var(--icon-${each})` }}
          />
        </label>
      ))}
    </fieldset>
  );
}

function nameOf(color: IconColor): string {
  return `${color.charAt(0).toUpperCase()}${color.slice(1)}`;
}
