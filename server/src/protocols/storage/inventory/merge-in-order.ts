/** Compares two lists in the same order without holding either in memory. */

/** An entry that only one of the lists has. */
export type Difference<Item> =
  | { readonly only: 'left'; readonly key: string }
  | { readonly only: 'right'; readonly item: Item };

/**
 * @param left keys, each once
 * @param right items, several of which may have one key
 * @throws {Error} when a list is not in the order of its keys: everything that was found would be wrong
 */
export async function* differences<Item>(
  left: AsyncIterable<string>,
  right: AsyncIterable<Item>,
  keyOf: (item: Item) => string,
): AsyncGenerator<Difference<Item>> {
  const keys = inOrder(left, (key) => key);
  const items = inOrder(right, keyOf);
  let [key, item] = [await keys.next(), await items.next()];
  while (!key.done || !item.done) {
    if (!key.done && (item.done || key.value < keyOf(item.value))) {
      yield { only: 'left', key: key.value };
      key = await keys.next();
    } else if (!item.done && (key.done || keyOf(item.value) < key.value)) {
      yield { only: 'right', item: item.value };
      item = await items.next();
    } else {
      const { value } = key;
      key = await keys.next();
      while (!item.done && keyOf(item.value) === value) item = await items.next();
    }
  }
}

async function* inOrder<Item>(
  items: AsyncIterable<Item>,
  keyOf: (item: Item) => string,
): AsyncGenerator<Item> {
  let last = '';
  for await (const item of items) {
    const key = keyOf(item);
    if (key < last) throw new Error('A list that is compared is not in the order of its keys.');
    last = key;
    yield item;
  }
}
