/**
 * A toolbar over what is selected. It is not part of the text and never takes the focus by itself: Alt+F10 goes into it,
 * Escape back. On phones the page's own bar, above the keyboard, has these buttons.
 */
import { Menu } from '@base-ui/react/menu';
import type { EditorView } from '@codemirror/view';
import { ChevronDown } from 'lucide-react';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { keyText } from '../../../lib/browser/key-names.ts';
import { MenuPopup } from '../../../ui/menus/menu.tsx';
import { MenuChoice } from '../../../ui/menus/menu-choice.tsx';
import { Toolbar, ToolbarButton, ToolbarSeparator } from '../../../ui/toolbar.tsx';
import type { TargetKind } from '../blocks/block-text.ts';
import { BLOCK_KINDS } from '../blocks/menu/block-kinds.ts';
import { kindOf, turnInto } from '../blocks/menu/turn-into.ts';
import { selectedBlocks } from '../blocks/read-blocks.ts';
import { activeFormats } from '../commands/active-formats.ts';
import { FORMAT_SHORTCUTS } from '../shortcuts/shortcuts.ts';
import { SELECTION_ITEMS } from '../toolbar/toolbar-items.ts';
import type { EditorChanges } from '../view/editor-changes.ts';
import { ShownTools } from './shown-tools.ts';
import './selection-tools.css';

interface SelectionToolsProps {
  readonly view: EditorView;
  readonly changes: EditorChanges;
}

const FORMATS = new Set(SELECTION_ITEMS.flatMap(({ format }) => format ?? []));
const KEYS = new Map(FORMAT_SHORTCUTS.map(({ run, key }) => [run, key]));

export function SelectionTools({ view, changes }: SelectionToolsProps) {
  const shown = useMemo(() => new ShownTools(view), [view]);
  const place = useSyncExternalStore(shown.subscribe, shown.get);
  const formats = useSyncExternalStore(changes.subscribe, () =>
    place ? activeFormats(view.state, FORMATS) : '',
  );
  const active = new Set(formats.split(' '));
  const attach = useCallback(
    (frame: HTMLElement | null) => (frame ? shown.watch(frame, changes) : undefined),
    [shown, changes],
  );
  return (
    <div
      ref={attach}
      className="selection-tools"
      data-shown={place !== undefined}
      data-below={place?.isBelow}
      style={place && { left: place.x, top: place.y }}
    >
      {place && (
        <Toolbar label="Selection" className="selection-toolbar">
          <KindMenu view={view} onOpenChange={shown.keep} />
          <ToolbarSeparator />
          {SELECTION_ITEMS.map((item) => {
            const key = KEYS.get(item.run) ?? (item.name === 'Link' ? 'Mod-k' : undefined);
            return (
              <ToolbarButton
                key={item.name}
                label={key === undefined ? item.name : `${item.name} (${keyText(key)})`}
                {...(item.format !== undefined && { pressed: active.has(item.format) })}
                onClick={() => {
                  item.run(view);
                  view.focus();
                }}
              >
                <item.icon aria-hidden />
              </ToolbarButton>
            );
          })}
        </Toolbar>
      )}
    </div>
  );
}

const CHOICES = BLOCK_KINDS.map(({ kind, name, icon }) => ({ value: kind, name, icon }));

interface KindMenuProps {
  readonly view: EditorView;
  readonly onOpenChange: (isOpen: boolean) => void;
}

function KindMenu({ view, onOpenChange }: KindMenuProps) {
  const blocks = selectedBlocks(view.state);
  const kind = blocks && kindOf(view.state, blocks.first);
  const name = BLOCK_KINDS.find((one) => one.kind === kind)?.name ?? 'Text';
  return (
    <Menu.Root onOpenChange={onOpenChange}>
      <Menu.Trigger
        render={
          <ToolbarButton label="Turn into" className="w-auto! gap-1 px-2 text-[0.8125rem]">
            {name}
            <ChevronDown aria-hidden />
          </ToolbarButton>
        }
      />
      <MenuPopup label="Turn into" align="start" finalFocus={() => view.contentDOM}>
        <MenuChoice<TargetKind>
          label="Turn into"
          options={CHOICES}
          value={kind}
          onChange={(next) => turnInto(next)(view)}
          closes
        />
      </MenuPopup>
    </Menu.Root>
  );
}
