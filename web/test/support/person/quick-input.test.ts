import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';

interface Room {
  /** Which were pressed, and how. */
  readonly heard: readonly string[];
  named(name: string): HTMLElement;
}

function show(html: string): Room {
  const room = document.body.appendChild(document.createElement('div'));
  room.innerHTML = html;
  onTestFinished(() => room.remove());
  const heard: string[] = [];
  for (const event of ['pointerdown', 'click', 'contextmenu'])
    room.addEventListener(event, ({ target }) =>
      heard.push(`${event} ${(target as Element).getAttribute('name')}`),
    );
  return { heard, named: (name) => room.querySelector<HTMLElement>(`[name=${name}]`) ?? document.body };
}

const it = page.getByText('Press', { exact: true });
const COVER = '<div name="cover" style="position: fixed; inset: 0"></div>';
const CLICKED = ['pointerdown it', 'click it'];

const frames = async (count: number) => {
  for (let at = 0; at < count; at++) await new Promise((resolve) => requestAnimationFrame(resolve));
};

test.each([
  'disabled',
  'aria-disabled="true"',
  'hidden',
  'style="visibility: hidden"',
  'style="position: fixed; left: -200px"',
])('a button with %s is not clicked before it is without', async (attribute) => {
  const { heard, named } = show(`<button name="it" ${attribute}>Press</button>`);
  const clicking = it.click();
  await frames(10);
  expect(heard).toEqual([]);
  named('it').removeAttribute(attribute.split('=')[0] ?? '');
  await clicking;
  expect(heard).toEqual(CLICKED);
});

test('nor one that something covers', async () => {
  const { heard, named } = show(`<button name="it">Press</button>${COVER}`);
  const clicking = it.click();
  await frames(10);
  expect(heard).toEqual([]);
  named('cover').remove();
  await clicking;
  expect(heard).toEqual(CLICKED);
});

test('nor is the pointer moved to it', async () => {
  const { named } = show(`<button name="it">Press</button>${COVER}`);
  let isThere = false;
  const pointing = it.hover().then(() => {
    isThere = true;
  });
  await frames(10);
  expect(isThere).toBe(false);
  named('cover').remove();
  await pointing;
  expect(named('it').matches(':hover')).toBe(true);
});

test('a press meets nothing that comes below the pointer after the look', async () => {
  const { heard, named } = show('<button name="it">Press</button>');
  named('it').addEventListener('pointermove', () => named('it').insertAdjacentHTML('afterend', COVER), {
    once: true,
  });
  const clicking = it.click();
  await expect.poll(() => document.querySelector('[name=cover]')).not.toBe(null);
  await frames(10);
  expect(heard).toEqual([]);
  named('cover').remove();
  await clicking;
  expect(heard).toEqual(CLICKED);
});

test('what moves is clicked where it comes to rest, and what is out of view is brought there', async () => {
  const { heard, named } = show('<button name="it" style="position: fixed">Press</button>');
  const moving = named('it').animate([{ left: '0' }, { left: '600px' }], { duration: 300, fill: 'forwards' });
  await it.click();
  expect(moving.playState).toBe('finished');
  expect(heard).toEqual(CLICKED);
  const far = show('<div style="height: 3000px"></div><a name="far" href="#far">Far <b>away</b></a>');
  await page.getByText('away').click({ button: 'right' });
  expect(far.heard.at(-1)).toMatch(/^contextmenu/);
});

test('one of two is not chosen', async () => {
  const { heard } = show('<button name="it">Press</button><button name="other">Press</button>');
  await expect(it.click()).rejects.toThrow(/2 elements/);
  expect(heard).toEqual([]);
});

test('a field is filled in the place of what it holds, once it can be written into', async () => {
  const { named } = show('<label>Name <input name="it" value="before" readonly></label>');
  const field = named('it') as HTMLInputElement;
  const filling = page.getByLabelText('Name').fill('after');
  await frames(10);
  expect(field.value).toBe('before');
  field.readOnly = false;
  await filling;
  expect(field.value).toBe('after');
});
