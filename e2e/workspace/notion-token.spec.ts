/** On a server without an app at Notion, a workspace is connected with a token from Notion's settings. */
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, newAccount, signUp } from '../support/journey.ts';
import { test } from '../support/notion-journey.ts';
import { toast } from '../support/toast.ts';

test.use({ notionApp: false });

test('a token that Notion does not know is refused, and one that it knows connects', async ({
  person,
  notion,
}) => {
  await signUp(person, newAccount('Pasting Person'));
  await person.goto('/dashboard/integrations');
  await person.getByRole('button', { name: 'Connect Notion' }).click();
  const dialog = person.getByRole('dialog', { name: 'Connect Notion' });
  const field = dialog.getByLabel('Token');
  const submit = dialog.getByRole('button', { name: 'Connect' });
  await expect(field).toBeFocused();
  await expect(submit).toBeDisabled();
  await field.fill('hello');
  await submit.click();
  await expect(dialog.getByText('This is not a token of Notion.')).toBeVisible();
  await field.fill('ntn_01234567890123456789');
  await expect(dialog.getByText('This is not a token of Notion.')).toHaveCount(0);
  await submit.click();
  await expect(dialog.getByText('Notion does not accept this token.')).toBeVisible();
  await expectAccessibleInBothThemes(person);

  await field.fill(notion.state.makeInternalToken());
  await person.keyboard.press('Enter');
  await expect(toast(person, 'Notion connected')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(person.getByText('Connected to Acme Notes.')).toBeVisible();

  await person.getByRole('button', { name: 'Disconnect Notion' }).click();
  await person.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(toast(person, 'Notion disconnected successfully')).toBeVisible();
  await expect(person.getByRole('button', { name: 'Connect Notion' })).toBeVisible();
});
