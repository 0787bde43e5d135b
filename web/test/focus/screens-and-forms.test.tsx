import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useFormInPlace } from '../../src/lib/focus/form-in-place.ts';
import { focusFirstProblem, focusToReplace } from '../../src/lib/focus/forms.ts';
import { rememberOpener } from '../../src/lib/focus/palettes.ts';
import { useScreenFocus } from '../../src/lib/focus/screen.ts';
import { Toolbar, ToolbarButton } from '../../src/ui/toolbar.tsx';
import { draw, Screen } from './draw.tsx';

const main = () => page.getByRole('main');

test('a palette gives the focus back at once to its former place', () => {
  draw(
    <Screen>
      <input aria-label="Text" />
      <input aria-label="Palette" />
    </Screen>,
  );
  page.getByRole('textbox', { name: 'Text' }).element().focus();
  const opener = rememberOpener();
  page.getByRole('textbox', { name: 'Palette' }).element().focus();
  opener.giveBack();
  expect(document.activeElement?.ariaLabel).toBe('Text');
});

test('a palette without an opener, or with one that is gone, gives the focus to the screen', () => {
  const show = draw(
    <Screen>
      <button type="button">Open</button>
    </Screen>,
  );
  const nothing = rememberOpener();
  page.getByRole('button').element().focus();
  const gone = rememberOpener();
  nothing.giveBack();
  expect(document.activeElement?.id).toBe('main');
  show(
    <Screen>
      <input aria-label="Palette" />
    </Screen>,
  );
  page.getByRole('textbox').element().focus();
  gone.giveBack();
  expect(document.activeElement?.id).toBe('main');
});

test('a palette that leads to another screen leaves the text behind it', () => {
  draw(
    <>
      <nav>
        <button type="button">In the sidebar</button>
      </nav>
      <Screen>
        <input aria-label="Text" />
      </Screen>
    </>,
  );
  page.getByRole('textbox').element().focus();
  rememberOpener().leave();
  expect(document.activeElement?.id).toBe('main');
  page.getByRole('button').element().focus();
  rememberOpener().leave();
  expect(document.activeElement?.textContent).toBe('In the sidebar');
});

function Shell({ path, focused = false }: { readonly path: string; readonly focused?: boolean }) {
  const { takeOver } = useScreenFocus();
  return (
    <>
      <button type="button">In the sidebar</button>
      <main key={path} id="main" tabIndex={-1} ref={takeOver}>
        {/* biome-ignore lint/a11y/noAutofocus: a screen of which one field is meant to be typed in */}
        <input aria-label={path} autoFocus={focused} />
      </main>
    </>
  );
}

test('a screen that replaces the one with the focus has it', () => {
  const show = draw(<Shell path="one" />);
  expect(document.activeElement).toBe(document.body);
  page.getByRole('textbox').element().focus();
  show(<Shell path="two" />);
  expect(document.activeElement).toBe(main().element());
});

test('a new screen leaves the focus to its field, and to controls beside the screen', () => {
  const show = draw(<Shell path="one" />);
  page.getByRole('textbox').element().focus();
  show(<Shell path="two" focused />);
  expect(document.activeElement?.ariaLabel).toBe('two');
  page.getByRole('button').element().focus();
  show(<Shell path="three" />);
  expect(document.activeElement?.textContent).toBe('In the sidebar');
});

function InPlace() {
  const { isEditing, close, button } = useFormInPlace();
  return isEditing ? (
    <p>
      <button type="button" onClick={close}>
        Cancel
      </button>
    </p>
  ) : (
    <button type="button" {...button}>
      Edit
    </button>
  );
}

test('a form that closes gives the focus back to the button it replaced', async () => {
  draw(<InPlace />);
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(page.getByRole('button', { name: 'Edit' }));
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.element(page.getByRole('button', { name: 'Edit' })).toHaveFocus();
});

test('a refused form leads to its first problem, and to a code that the next one replaces', async () => {
  draw(
    <form aria-label="Form">
      <input aria-label="Right" />
      <input aria-label="Wrong" aria-invalid="true" defaultValue="123" />
      <input aria-label="Wrong as well" aria-invalid="true" />
    </form>,
  );
  const wrong = page.getByRole('textbox', { name: 'Wrong', exact: true });
  focusFirstProblem(page.getByRole('form').element() as HTMLFormElement);
  await expect.element(wrong).toHaveFocus();
  focusToReplace(wrong.element() as HTMLInputElement);
  await userEvent.keyboard('9');
  await expect.element(wrong).toHaveValue('9');
});

test('a toolbar leaves the focus to its text', async () => {
  draw(
    <>
      <input aria-label="Text" />
      <Toolbar label="Formatting">
        <ToolbarButton label="Bold">B</ToolbarButton>
      </Toolbar>
    </>,
  );
  page.getByRole('textbox').element().focus();
  await userEvent.click(page.getByRole('button', { name: 'Bold' }));
  await expect.element(page.getByRole('textbox')).toHaveFocus();
});
