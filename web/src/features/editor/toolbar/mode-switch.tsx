/** The three ways a page is shown. */
import { Toolbar, ToolbarButton } from '../../../ui/toolbar.tsx';
import { MODES } from './modes.ts';
import type { PageMode } from './page-modes.ts';

interface ModeSwitchProps {
  readonly mode: PageMode;
  readonly onChange: (mode: PageMode) => void;
}

export function ModeSwitch({ mode, onChange }: ModeSwitchProps) {
  return (
    <Toolbar label="View" className="shrink-0">
      {MODES.map(({ value, name, icon: Icon }) => (
        <ToolbarButton key={value} label={name} pressed={value === mode} onClick={() => onChange(value)}>
          <Icon aria-hidden />
        </ToolbarButton>
      ))}
    </Toolbar>
  );
}
