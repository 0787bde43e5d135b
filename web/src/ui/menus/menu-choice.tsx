/** A choice of one inside a menu, which stays open, so that the effect can be seen, unless the choice leads elsewhere. */
import { Menu } from '@base-ui/react/menu';
import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { MENU_ITEM_CLASSES } from './menu.tsx';

export function MenuChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
  closes = false,
  className,
}: {
  readonly label: string;
  readonly options: readonly {
    readonly value: Value;
    readonly name: string;
    readonly detail?: string;
    readonly icon?: LucideIcon;
    /** In an icon's place. */
    readonly mark?: ReactNode;
  }[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly closes?: boolean;
  readonly className?: string;
}) {
  return (
    <Menu.RadioGroup value={value} onValueChange={onChange} aria-label={label} className={className}>
      {options.map(({ value: option, name, detail, icon: Icon, mark }) => (
        <Menu.RadioItem
          key={option}
          value={option}
          label={name}
          closeOnClick={closes}
          className={MENU_ITEM_CLASSES}
        >
          {Icon ? <Icon aria-hidden /> : mark}
          <span className="min-w-0 flex-1">
            <span className="block truncate" title={name}>
              {name}
            </span>
            {detail !== undefined && <span className="block text-xs text-ink-muted">{detail}</span>}
          </span>
          <Menu.RadioItemIndicator>
            <Check aria-hidden className="text-accent!" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
