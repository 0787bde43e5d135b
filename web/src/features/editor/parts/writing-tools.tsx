/** The tools beside and above the text while it is written: the blocks' handle, and those for the selection. */
import type { EditorView } from '@codemirror/view';
import { BlockTools } from '../blocks/menu/block-tools.tsx';
import { SelectionTools } from '../selection-tools/selection-tools.tsx';
import type { EditorChanges } from '../view/editor-changes.ts';

interface WritingToolsProps {
  readonly view: EditorView;
  readonly changes: EditorChanges;
}

export function WritingTools({ view, changes }: WritingToolsProps) {
  return (
    <>
      <BlockTools view={view} changes={changes} />
      <SelectionTools view={view} changes={changes} />
    </>
  );
}
