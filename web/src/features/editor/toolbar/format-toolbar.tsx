/** Formats and insertions for those who do not know Markdown by heart, or have no keyboard. */
import type { EditorView } from '@codemirror/view';
import { Fragment, useSyncExternalStore } from 'react';
import { keyText } from '../../../lib/browser/key-names.ts';
import { Toolbar, ToolbarButton, ToolbarSeparator } from '../../../ui/toolbar.tsx';
import { activeFormats } from '../commands/active-formats.ts';
import { FORMAT_SHORTCUTS } from '../shortcuts/shortcuts.ts';
import type { EditorChanges } from '../view/editor-changes.ts';
import { TOOLBAR_GROUPS, type ToolbarItem } from './toolbar-items.ts';

interface FormatToolbarProps {
  readonly view: EditorView | undefined;
  readonly changes: EditorChanges;
}

export function FormatToolbar({ view, changes }: FormatToolbarProps) {
  // A text, so that nothing is drawn again while it stays the same: that would take longer than a key may.
  const formats = useSyncExternalStore(changes.subscribe, () =>
    view ? activeFormats(view.state, FORMATS) : '',
  );
  const active = new Set(formats.split(' '));
  const run = (item: ToolbarItem) => {
    if (!view) return;
    item.run(view);
    view.focus();
  };
  return (
    <Toolbar label="Formatting" className="format-toolbar">
      {TOOLBAR_GROUPS.map((group, index) => (
        <Fragment key={group[0]?.name}>
          {index > 0 && <ToolbarSeparator />}
          {group.map((item) => (
            <ToolbarButton
              key={item.name}
              label={labelOf(item)}
              {...(item.format !== undefined && { pressed: active.has(item.format) })}
              onClick={() => run(item)}
            >
              <item.icon aria-hidden />
            </ToolbarButton>
          ))}
        </Fragment>
      ))}
    </Toolbar>
  );
}

const FORMATS = new Set(TOOLBAR_GROUPS.flat().flatMap(({ format }) => format ?? []));
const KEYS = new Map(FORMAT_SHORTCUTS.map(({ run, key }) => [run, key]));

function labelOf({ name, run }: ToolbarItem): string {
  const key = KEYS.get(run);
  return key === undefined ? name : `${name} (${keyText(key)})`;
}
