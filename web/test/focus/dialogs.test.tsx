import { Menu } from '@base-ui/react/menu';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../../src/ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../src/ui/dialog.tsx';
import { TextField } from '../../src/ui/fields/text-field.tsx';
import { IconButton } from '../../src/ui/icon-button.tsx';
import { ContextMenu } from '../../src/ui/menus/context-menu.tsx';
import { MenuItem, MenuPopup } from '../../src/ui/menus/menu.tsx';
import { TooltipHost } from '../../src/ui/tooltip.tsx';
import { draw, Screen } from './draw.tsx';

const opener = () => page.getByRole('button', { name: 'Open' });
const dialog = () => page.getByRole('dialog');

function WithDialog({ field = false, keepsFocus }: { field?: boolean; keepsFocus?: () => boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <Screen>
      <TooltipHost />
      <IconButton label="Open" onClick={() => setOpen(true)}>
        ＋
      </IconButton>
      <button type="button" onFocus={() => setOpen(true)}>
        Elsewhere
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="A dialog" {...(keepsFocus && { keepsFocus })}>
        {field ? <TextField label="Name" /> : <p>Only to be read</p>}
      </Dialog>
    </Screen>
  );
}

async function openByKey(): Promise<void> {
  opener().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog()).toBeVisible();
}

test('the first field of a dialog has the focus when the next key is pressed', async () => {
  draw(<WithDialog field />);
  await openByKey();
  await userEvent.keyboard('abc');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('abc');
});

test('a dialog without a field has the focus itself, and the first Escape closes it', async () => {
  draw(<WithDialog />);
  await openByKey();
  await expect.element(dialog()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('a dialog gives the focus back to its opener, which shows no tooltip for it', async () => {
  draw(<WithDialog />);
  await openByKey();
  await userEvent.keyboard('{Escape}');
  await expect.element(opener()).toHaveFocus();
  expect(opener().element().matches(':focus-visible')).toBe(true);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(page.getByText('Open', { exact: true }).elements()).toEqual([]);
});

test('a control reached by Tab shows its tooltip', async () => {
  draw(<WithDialog />);
  await userEvent.keyboard('{Tab}');
  await expect.element(opener()).toHaveFocus();
  await expect.element(page.getByText('Open', { exact: true })).toBeVisible();
});

test('a dialog on a new screen gives the focus back to that screen', async () => {
  const open = (isOpen: boolean) => (
    <Screen>
      <Button>In the way</Button>
      <Dialog open={isOpen} onClose={() => {}} title="A dialog">
        <p>Text</p>
      </Dialog>
    </Screen>
  );
  const show = draw(open(false));
  page.getByRole('main').element().focus();
  show(open(true));
  await expect.element(dialog()).toHaveFocus();
  show(open(false));
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('a dialog that leads elsewhere leaves the focus there', async () => {
  draw(<WithDialog field keepsFocus={() => true} />);
  await openByKey();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(opener()).not.toHaveFocus();
});

test('a confirmed action runs once the focus is back, even while the dialog fades away', async () => {
  const hadFocus = vi.fn();
  function Question() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          onConfirm={() => hadFocus(document.activeElement?.textContent)}
          title="Delete it?"
          description="It goes."
          confirmLabel="Delete"
        />
      </>
    );
  }
  draw(<Question />);
  opener().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.poll(() => hadFocus.mock.calls).toEqual([['Open']]);
});

function RowWithMenu() {
  const [point, setPoint] = useState<{ x: number; y: number }>();
  const [isAsked, setAsked] = useState(false);
  return (
    <Screen>
      <div role="tree">
        <div role="treeitem" tabIndex={0} onContextMenu={() => setPoint({ x: 10, y: 10 })}>
          Row
        </div>
      </div>
      <ContextMenu
        label="Actions"
        point={point}
        onClose={() => setPoint(undefined)}
        returnFocusTo={() => document.querySelector('[role="treeitem"]')}
      >
        <MenuItem onClick={() => setAsked(true)}>Ask</MenuItem>
      </ContextMenu>
      <Dialog open={isAsked} onClose={() => setAsked(false)} title="Asked">
        <TextField label="Answer" />
      </Dialog>
    </Screen>
  );
}

test('a menu gives the focus back to its row', async () => {
  draw(<RowWithMenu />);
  await userEvent.click(page.getByRole('treeitem'), { button: 'right' });
  await expect.element(page.getByRole('menu')).toBeVisible();
  page.getByRole('menuitem').element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('treeitem')).toHaveFocus();
});

test('a dialog that a menu opened keeps the focus when the menu has faded away', async () => {
  draw(<RowWithMenu />);
  await userEvent.click(page.getByRole('treeitem'), { button: 'right' });
  await userEvent.click(page.getByRole('menuitem'));
  await expect.element(page.getByRole('textbox', { name: 'Answer' })).toHaveFocus();
  await expect.poll(() => document.querySelector('[role="menu"]')).toBeNull();
  await expect.element(page.getByRole('textbox', { name: 'Answer' })).toHaveFocus();
});

test('a menu gives the focus back to its button, which shows no tooltip for it', async () => {
  draw(
    <>
      <TooltipHost />
      <Menu.Root>
        <Menu.Trigger render={<IconButton label="Open">＋</IconButton>} />
        <MenuPopup label="Things">
          <MenuItem>Thing</MenuItem>
        </MenuPopup>
      </Menu.Root>
    </>,
  );
  opener().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role="menu"]')).toBeNull();
  await expect.element(opener()).toHaveFocus();
  expect(page.getByText('Open', { exact: true }).elements()).toEqual([]);
});
