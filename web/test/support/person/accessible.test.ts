/** The check itself: a part that is new on a known screen is looked at, with all that a known part has in it now. */
import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from './accessible.ts';

afterEach(() => document.getElementById('checked')?.remove());

test('a fault is found in what has come to a screen that was looked at before', async () => {
  const checked = document.createElement('main');
  checked.id = 'checked';
  checked.innerHTML = '<section><h1>Words</h1><p><button type="button">Go on</button></p></section>';
  document.body.append(checked);
  await expectAccessible('#checked');
  const [section, paragraph] = checked.querySelectorAll('section, p');
  for (const place of [checked, section, paragraph]) {
    const nameless = document.createElement('button');
    place?.append(nameless);
    await expect(expectAccessible('#checked')).rejects.toThrow('button-name');
    nameless.remove();
    await expectAccessible('#checked');
  }
});
