/** Local storage in memory, for tests: its keys can be listed, as a browser's can. */

/**
 * @param names all names of what a key is about, for stories in which each tab has a name of its own for one disk
 * @param keyOf what is stored under a tab's key
 */
export function keptItems(
  keyOf: (key: string) => string = (key) => key,
  names: (key: string) => readonly string[] = (key) => [key],
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  const methods = {
    getItem: (key: string) => items.get(keyOf(key)) ?? null,
    setItem: (key: string, value: string) => void items.set(keyOf(key), value),
    removeItem: (key: string) => void items.delete(keyOf(key)),
  };
  return new Proxy(methods, {
    ownKeys: () => [...new Set([...items.keys()].flatMap(names))],
    getOwnPropertyDescriptor: (_, key) => ({
      value: methods.getItem(String(key)),
      enumerable: true,
      configurable: true,
    }),
  });
}
