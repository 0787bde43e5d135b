/** The page's bar: formats while the page is written, its headings where they have no room beside it, and the ways to show it. */
import type { EditorView } from '@codemirror/view';
import { OutlineMenu } from '../outline/outline-menu.tsx';
import type { EditorChanges } from '../view/editor-changes.ts';
import { FormatToolbar } from './format-toolbar.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import type { PageMode } from './page-modes.ts';

interface PageToolbarProps {
  readonly view: EditorView | undefined;
  readonly changes: EditorChanges;
  readonly mode: PageMode;
  readonly onMode: (mode: PageMode) => void;
  /** Such a page can only be read. */
  readonly isLocked: boolean;
  /** @param index of the heading to go to */
  readonly onHeading: (index: number) => void;
}

export function PageToolbar({ view, changes, mode, onMode, isLocked, onHeading }: PageToolbarProps) {
  return (
    <>
      {mode !== 'reading' && <FormatToolbar view={view} changes={changes} />}
      <OutlineMenu view={view} changes={changes} onSelect={onHeading} />
      {!isLocked && <ModeSwitch mode={mode} onChange={onMode} />}
    </>
  );
}
