/** Dialogs, menus and other parts that appear above the screen when asked for. */
import { Menu } from '@base-ui/react/menu';
import { Copy, Monitor, Moon, Sun, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Opener, rememberOpener } from '../../lib/focus/palettes.ts';
import { Button } from '../button.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../dialog.tsx';
import { TextField } from '../fields/text-field.tsx';
import { ContextMenu } from '../menus/context-menu.tsx';
import { MenuItem, MenuPopup, MenuSeparator } from '../menus/menu.tsx';
import { MenuChoice } from '../menus/menu-choice.tsx';
import type { Point } from '../menus/menu-position.ts';
import { CommandPalette } from '../palette/command-palette.tsx';
import { type ToastKind, toast } from '../toasts/toasts.ts';
import { Row, Specimens } from './specimen.tsx';

const KINDS: readonly ToastKind[] = ['success', 'warning', 'error'];

export function OverlaySpecimens() {
  const undo = { label: 'Undo', run: () => toast('success', 'Undone') };
  return (
    <Specimens name="Dialogs, menus, toasts">
      <Dialogs />
      <Row>
        <Menus />
        <Palette />
      </Row>
      <Row>
        {KINDS.map((kind) => (
          <Button key={kind} onClick={() => toast(kind, `A toast: ${kind}`, { description: 'And why.' })}>
            {`Toast: ${kind}`}
          </Button>
        ))}
        <Button onClick={() => toast('success', 'Page deleted', { action: undo })}>Toast with Undo</Button>
      </Row>
    </Specimens>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<'form' | 'question'>();
  const close = () => setOpen(undefined);
  return (
    <Row>
      <Button onClick={() => setOpen('form')}>Dialog</Button>
      <Button onClick={() => setOpen('question')}>Confirm dialog</Button>
      <Dialog open={open === 'form'} onClose={close} title="A dialog" description="What it is for.">
        <TextField label="Name" />
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" onClick={close}>
            Save
          </Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        open={open === 'question'}
        onClose={close}
        onConfirm={() => {}}
        title="Delete the page?"
        description="What will be gone."
        confirmLabel="Delete"
      />
    </Row>
  );
}

const FRUITS = ['Apple', 'Apricot', 'Blackberry', 'Cherry', 'Currant', 'Elderberry', 'Fig', 'Grape', 'Lemon'];

function Palette() {
  const [opener, setOpener] = useState<Opener>();
  const [value, setValue] = useState('');
  const found = FRUITS.filter((fruit) => fruit.toLowerCase().includes(value.trim().toLowerCase()));
  const close = () => {
    setOpener(undefined);
    opener?.giveBack();
  };
  return (
    <>
      <Button onClick={() => setOpener(rememberOpener())}>Command palette</Button>
      {opener && (
        <CommandPalette
          onClose={close}
          label="Fruits"
          placeholder="Search fruits…"
          value={value}
          onValueChange={setValue}
          groups={found.length > 0 ? [{ name: 'Fruits', items: found }] : []}
          keyOf={(fruit) => fruit}
          nameOf={(fruit) => fruit}
          renderItem={(fruit) => fruit}
          onChoose={close}
          isOutdated={false}
          status={`${found.length} found`}
          notice={found.length === 0 && <p className="px-4 py-3 text-ink-muted">No fruits found</p>}
        />
      )}
    </>
  );
}

function Menus() {
  const [theme, setTheme] = useState<'system' | 'light' | 'dark'>('system');
  const [point, setPoint] = useState<Point>();
  return (
    <>
      <Menu.Root>
        <Menu.Trigger render={<Button>Menu</Button>} />
        <MenuPopup label="Menu">
          <Items />
          <MenuSeparator />
          <MenuChoice
            label="Theme"
            value={theme}
            onChange={setTheme}
            options={[
              { value: 'system', name: 'System', icon: Monitor },
              { value: 'light', name: 'Light', icon: Sun },
              { value: 'dark', name: 'Dark', icon: Moon },
            ]}
          />
        </MenuPopup>
      </Menu.Root>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what it is opened on in the app has a role */}
      <div
        onContextMenu={(event) => {
          event.preventDefault();
          setPoint({ x: event.clientX, y: event.clientY });
        }}
        className="rounded-md border border-dashed border-line-strong px-4 py-2 text-ink-muted select-none"
      >
        Right-click here
      </div>
      <ContextMenu label="Context menu" point={point} onClose={() => setPoint(undefined)}>
        <Items />
      </ContextMenu>
    </>
  );
}

function Items() {
  return (
    <>
      <MenuItem>
        <Copy aria-hidden />
        Duplicate
      </MenuItem>
      <MenuItem disabled>
        <Copy aria-hidden />
        Disabled
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger>
        <Trash2 aria-hidden />
        Delete
      </MenuItem>
    </>
  );
}
