/** Every key that does something while a page is open. */
import { Dialog } from '../../../ui/dialog.tsx';
import { FORMAT_SHORTCUTS, keyNames } from '../commands/shortcuts.ts';

interface Group {
  readonly title: string;
  readonly shortcuts: readonly { readonly name: string; readonly key: string }[];
}

const GROUPS: readonly Group[] = [
  { title: 'Formatting', shortcuts: FORMAT_SHORTCUTS },
  {
    title: 'Writing',
    shortcuts: [
      { name: 'Insert a block', key: '/' },
      { name: 'Link to a page', key: '[[' },
      { name: 'Follow the link or tick the task', key: 'Mod-Enter' },
      { name: 'Indent', key: 'Tab' },
      { name: 'Leave the text (then Tab)', key: 'Escape' },
      { name: 'Undo', key: 'Mod-z' },
      { name: 'Redo', key: 'Mod-Shift-z' },
      { name: 'Paste without formatting', key: 'Mod-Shift-v' },
    ],
  },
  {
    title: 'This page',
    shortcuts: [
      { name: 'Find', key: 'Mod-f' },
      { name: 'Find and replace', key: 'Mod-h' },
      { name: 'Save now', key: 'Mod-s' },
      { name: 'Keyboard shortcuts', key: '?' },
    ],
  },
];

export function ShortcutsDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <div className="grid gap-5">
        {GROUPS.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className="mb-1 text-[0.8125rem] font-medium text-ink-muted">{title}</h3>
            <dl>
              {shortcuts.map(({ name, key }) => (
                <div key={name} className="flex min-h-8 items-center justify-between gap-4">
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
    </Dialog>
  );
}
