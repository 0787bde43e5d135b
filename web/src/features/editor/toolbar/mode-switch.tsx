/** The three ways a page is shown. */
import { BookOpen, CodeXml, type LucideIcon, PenLine } from 'lucide-react';
import { Toolbar, ToolbarButton } from '../../../ui/toolbar.tsx';
import type { PageMode } from '../state/page-modes.ts';

export const MODES: readonly {
  readonly value: PageMode;
  readonly name: string;
  readonly icon: LucideIcon;
}[] = [
  { value: 'live', name: 'Write', icon: PenLine },
  { value: 'source', name: 'Markdown source', icon: CodeXml },
  { value: 'reading', name: 'Read', icon: BookOpen },
];

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
