/** The popovers at a place in the text: the languages of a code block, and the actions for a link. They load when it is idle. */
import type { EditorView } from '@codemirror/view';
import { useSyncExternalStore } from 'react';
import { useLoadedWhenIdle } from '../../../lib/browser/time/loaded-when-idle.ts';
import { Region } from '../../../ui/states/region.tsx';
import { languagesOpenAt } from '../kinds/code/language/language-choice.ts';
import { openLinkOf } from '../kinds/link/link-popover-state.ts';
import type { LinkablePages } from '../linked-pages/linkable-page.ts';
import type { EditorChanges } from '../view/editor-changes.ts';

const loadLanguages = () => import('../kinds/code/language/language-picker.tsx');
const loadLinks = () => import('../kinds/link/popover/link-popover.tsx');

interface EditorPopoversProps {
  readonly view: EditorView;
  readonly changes: EditorChanges;
  readonly pages: LinkablePages;
  readonly onFollow: (address: string) => void;
}

export function EditorPopovers(props: EditorPopoversProps) {
  return (
    <Region
      name="This list"
      fallback={null}
      frame={(failure) => (
        <div className="fixed inset-x-4 bottom-16 z-10 mx-auto w-fit rounded-lg border border-line bg-raised shadow-float">
          {failure}
        </div>
      )}
    >
      <Popovers {...props} />
    </Region>
  );
}

function Popovers({ view, changes, pages, onFollow }: EditorPopoversProps) {
  const languagesAt = useSyncExternalStore(changes.subscribe, () => view.state.field(languagesOpenAt, false));
  const link = useSyncExternalStore(changes.subscribe, () => openLinkOf(view.state));
  const LanguagePicker = useLoadedWhenIdle(loadLanguages, languagesAt !== undefined)?.LanguagePicker;
  const LinkPopover = useLoadedWhenIdle(loadLinks, link !== undefined)?.LinkPopover;
  return (
    <>
      {LanguagePicker && languagesAt !== undefined && <LanguagePicker view={view} at={languagesAt} />}
      {LinkPopover && link && <LinkPopover view={view} open={link} pages={pages} onFollow={onFollow} />}
    </>
  );
}
