/** Every keyboard shortcut of the app. */
import { BLOCK_KEYS } from '../../../../features/editor/blocks/menu/block-key-names.ts';
import { FORMAT_KEYS } from '../../../../features/editor/formats/format-keys.ts';
import { keyNames } from '../../../../lib/browser/key-names.ts';

interface Group {
  readonly title: string;
  /** Each action, with its key. */
  readonly keys: Readonly<Record<string, string>>;
}

const GROUPS: readonly Group[] = [
  {
    title: 'Everywhere',
    keys: {
      'Search (twice while writing)': 'Mod-k',
      'Keyboard shortcuts (while not typing)': '?',
    },
  },
  {
    title: 'Page tree',
    keys: {
      Rename: 'F2',
      'Move up or down': 'Alt-Shift-↑ ↓',
      'Move in or out': 'Alt-Shift-← →',
      Delete: 'Delete',
    },
  },
  { title: 'Formatting', keys: FORMAT_KEYS },
  { title: 'Blocks', keys: BLOCK_KEYS },
  {
    title: 'Writing',
    keys: {
      'Insert a block': '/',
      'Begin a toggle': '+++',
      'Link to a page': '[[',
      'Follow the link or tick the task': 'Mod-Enter',
      Indent: 'Tab',
      'Leave the text (then Tab)': 'Escape',
      Undo: 'Mod-z',
      Redo: 'Mod-Shift-z',
      'Paste without formatting': 'Mod-Shift-v',
    },
  },
  {
    title: 'In a table',
    keys: {
      'Next cell, or a new row': 'Tab',
      'Cell below, or a new row': 'Enter',
      'Line break in the cell': 'Shift-Enter',
      'Select cells': 'Shift-← → ↑ ↓',
      'Select the cell, the table, the page': 'Mod-a',
      'Actions of the row, the column and the table': 'Mod-.',
      'Move the row': 'Alt-↑ ↓',
      'Move the column': 'Alt-Shift-← →',
      'Delete the row': 'Mod-Shift-k',
    },
  },
  {
    title: 'Open page',
    keys: { Find: 'Mod-f', 'Find and replace': 'Mod-h', 'Save now': 'Mod-s', Print: 'Mod-p' },
  },
];

export function ShortcutList() {
  return (
    <div className="grid gap-5">
      {GROUPS.map(({ title, keys }) => (
        <section key={title}>
          <h3 className="mb-1 text-[0.8125rem] font-medium text-ink-muted">{title}</h3>
          <dl>
            {Object.entries(keys).map(([name, key]) => (
              <div key={name} className="flex min-h-8 items-center justify-between gap-4 py-1">
                <dt className="min-w-0">{name}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keyNames(key).map((part) => (
                    <kbd
                      key={part}
                      className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs text-ink-muted"
                    >
                      {part}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
