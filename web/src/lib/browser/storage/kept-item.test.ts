/** The session outlives a reload of a tab whose browser has no room left, and gives way to what other tabs write. */
import { expect, test } from 'vitest';
import { createKeptItems, setMakingRoom } from './kept-item.ts';

/** A storage with so much room, as browsers have it. */
function storageOf(room: number, items: Record<string, string> = {}) {
  const kept = new Map(Object.entries(items));
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => void kept.delete(name),
    setItem: (name: string, value: string) => {
      const others = [...kept].filter(([other]) => other !== name);
      const size = others.reduce(
        (sum, [key, text]) => sum + key.length + text.length,
        name.length + value.length,
      );
      if (size > room) throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, value);
    },
  };
}

const FULL = { other: 'x'.repeat(80), session: 'old' };

test('a full storage still gives what it has', () => {
  const local = storageOf(94, FULL);
  const items = createKeptItems(
    () => local,
    () => storageOf(1000),
  );
  expect(items.getItem('session')).toBe('old');
});

test('what cannot be written is kept for the tab, also when it is loaded again', () => {
  const [local, tab] = [storageOf(94, FULL), storageOf(1000)];
  createKeptItems(
    () => local,
    () => tab,
  ).setItem('session', 'a much longer one');
  expect(local.kept.get('session')).toBe('old');
  const loaded = () =>
    createKeptItems(
      () => local,
      () => tab,
    );
  expect(loaded().getItem('session')).toBe('a much longer one');
  // Another tab has another session now.
  local.kept.set('session', 'new');
  expect(loaded().getItem('session')).toBe('new');
  local.kept.set('session', 'old');
  expect(loaded().getItem('session')).toBe('old');
});

test('room is made by what can be had again, and by nothing else', () => {
  const local = storageOf(120, { ...FULL, 'pages-updated': 'y'.repeat(20) });
  const tab = storageOf(1000);
  createKeptItems(
    () => local,
    () => tab,
  ).setItem('session', 'a much longer one');
  expect(Object.fromEntries(local.kept)).toEqual({ other: FULL.other, session: 'a much longer one' });
  expect(tab.kept.size).toBe(0);
  expect(() => setMakingRoom(local, 'lease', 'z'.repeat(100))).toThrow('full');
});

test('what was removed is gone everywhere, also where another tab removed it', () => {
  const [local, tab] = [storageOf(94, FULL), storageOf(1000)];
  const items = createKeptItems(
    () => local,
    () => tab,
  );
  items.setItem('session', 'a much longer one');
  items.removeItem('session');
  expect([items.getItem('session'), tab.kept.size]).toEqual([null, 0]);
  items.setItem('session', 'a much longer one still');
  const full = storageOf(94, { other: 'x'.repeat(92) });
  const others = createKeptItems(
    () => full,
    () => tab,
  );
  others.setItem('session', 'one');
  expect(others.getItem('session')).toBe('one');
});

test('a browser that keeps nothing has it for as long as the page lasts', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const items = createKeptItems(refuse, refuse);
  items.setItem('session', 'one');
  expect(items.getItem('session')).toBe('one');
  items.removeItem('session');
  expect(items.getItem('session')).toBeNull();
});
