/** The page's bar: formats while the page is written, and the ways to show it. */
import type { EditorView } from '@codemirror/view';
import type { EditorChanges } from '../components/editor-changes.ts';
import { FormatToolbar } from './format-toolbar.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import type { PageMode } from './page-modes.ts';

interface PageToolbarProps {
  readonly view: EditorView | undefined;
  readonly changes: EditorChanges;
  readonly mode: PageMode;
  readonly onMode: (mode: PageMode) => void;
}

export function PageToolbar({ view, changes, mode, onMode }: PageToolbarProps) {
  return (
    <>
      {mode !== 'reading' && <FormatToolbar view={view} changes={changes} />}
      <ModeSwitch mode={mode} onChange={onMode} />
    </>
  );
}
