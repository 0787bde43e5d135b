import { hotkeysCoreFeature, syncDataLoaderFeature } from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { useEffect } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keepFocusInRows } from '../../src/lib/focus/rows.ts';
import { focusAtOnce, focusRowAt, focusRowOf, useFocusAfterRemoval } from '../../src/lib/focus/tree-rows.ts';
import { draw, Screen } from './draw.tsx';

const removeOf = (name: string) => page.getByRole('button', { name: `Remove ${name}` });

function List({ names }: { readonly names: readonly string[] }) {
  return (
    <Screen>
      {names.length > 0 && (
        <ul ref={keepFocusInRows}>
          {names.map((name) => (
            <li key={name}>
              <button type="button">Open {name}</button>
              <button type="button">Remove {name}</button>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}

test('a removed row hands the focus to the same control of the row that takes its place', async () => {
  const show = draw(<List names={['Ada', 'Ben', 'Cem']} />);
  removeOf('Ben').element().focus();
  show(<List names={['Ada', 'Cem']} />);
  await expect.element(removeOf('Cem')).toHaveFocus();
  show(<List names={['Ada']} />);
  await expect.element(removeOf('Ada')).toHaveFocus();
});

test('with the last row of a list, the focus goes to the screen', async () => {
  const show = draw(<List names={['Ada']} />);
  removeOf('Ada').element().focus();
  show(<List names={[]} />);
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('a removed row moves the focus only if it had it', async () => {
  const show = draw(<List names={['Ada', 'Ben', 'Cem']} />);
  const other = removeOf('Ada').element();
  other.focus();
  show(<List names={['Ada', 'Cem']} />);
  await expect.element(other as HTMLElement).toHaveFocus();
  (other as HTMLElement).blur();
  await Promise.resolve();
  show(<List names={['Cem']} />);
  await expect.poll(() => document.activeElement).toBe(document.body);
});

function Tree({ names }: { readonly names: readonly string[] }) {
  const tree = useTree<string>({
    rootItemId: 'root',
    features: [syncDataLoaderFeature, hotkeysCoreFeature, focusAtOnce],
    dataLoader: { getItem: (id) => id, getChildren: (id) => (id === 'root' ? [...names] : []) },
    getItemName: (item) => item.getId(),
    isItemFolder: () => false,
  });
  const removal = useFocusAfterRemoval(tree);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other names are other rows
  useEffect(() => tree.rebuildTree(), [tree, names]);
  return (
    <Screen>
      <button type="button" onClick={() => focusRowAt(tree, 1)}>
        To the second
      </button>
      <div {...tree.getContainerProps('Things')} {...removal}>
        {tree.getItems().map((item) => (
          <div
            key={item.getId()}
            {...item.getProps()}
            role="treeitem"
            tabIndex={-1}
            onFocus={() => item.setFocused()}
          >
            {item.getItemName()}
            <button type="button" onClick={(event) => focusRowOf(event.currentTarget)}>
              Act on {item.getItemName()}
            </button>
          </div>
        ))}
      </div>
    </Screen>
  );
}

const rowOf = (name: string) => page.getByRole('treeitem', { name });
let names: readonly string[];

beforeEach(() => {
  names = ['Ada', 'Ben', 'Cem'];
});

test('a row has the focus as soon as the keys lead to it', async () => {
  draw(<Tree names={names} />);
  await userEvent.click(page.getByRole('button', { name: 'To the second' }));
  await expect.element(rowOf('Ben')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(rowOf('Cem')).toHaveFocus();
});

test('the tree row that takes the place of a removed one has its focus', async () => {
  const show = draw(<Tree names={names} />);
  await userEvent.click(page.getByRole('button', { name: 'To the second' }));
  await expect.element(rowOf('Ben')).toHaveFocus();
  names = ['Ada', 'Cem'];
  show(<Tree names={names} />);
  await expect.element(rowOf('Cem')).toHaveFocus();
});

test('a moved row keeps the focus', async () => {
  const show = draw(<Tree names={names} />);
  await userEvent.click(page.getByRole('button', { name: 'To the second' }));
  names = ['Ada', 'Cem', 'Ben'];
  show(<Tree names={names} />);
  await expect.element(rowOf('Ben')).toHaveFocus();
});

test("a row's button leaves the focus to the row, which gets it back from a dialog", async () => {
  draw(<Tree names={names} />);
  await userEvent.click(page.getByRole('button', { name: 'Act on Ada' }));
  await expect.element(rowOf('Ada')).toHaveFocus();
});
