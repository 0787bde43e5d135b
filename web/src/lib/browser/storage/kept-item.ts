/**
 * Items that have to outlive a reload even where the browser's local storage is full. What can be had again makes room.
 * If that is not enough, an item is kept for this tab, in its own storage, until another tab writes the item again.
 */

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Messages to other tabs, and what the server tells again. */
const SPARED = ['pages-updated', 'trellis-profile'];
/** In front of an item's name in the storage of a tab. */
const OF_TAB = 'trellis-kept:';

interface OfTab {
  readonly value: string;
  /** The item in the local storage, when it could not be written. */
  readonly instead: string | null;
}

/** @throws {DOMException} where there is no room all the same, or no storage */
export function setMakingRoom(storage: Storage, name: string, value: string): void {
  try {
    storage.setItem(name, value);
  } catch {
    for (const spared of SPARED) storage.removeItem(spared);
    storage.setItem(name, value);
  }
}

/** @param storages those of the browser and of this tab; either may refuse everything */
export function createKeptItems(local: () => Storage, ofTab: () => Storage): Storage {
  const inMemory = new Map<string, OfTab>();
  const read = (storage: () => Storage, name: string): string | null => {
    try {
      return storage().getItem(name);
    } catch {
      return null;
    }
  };
  const remove = (storage: () => Storage, name: string): void => {
    try {
      storage().removeItem(name);
    } catch {
      // It keeps nothing.
    }
  };
  const forgetOfTab = (name: string): void => {
    inMemory.delete(name);
    remove(ofTab, OF_TAB + name);
  };
  return {
    getItem: (name) => {
      const shared = read(local, name);
      const own = inMemory.get(name) ?? parse(read(ofTab, OF_TAB + name));
      if (!own) return shared;
      if (own.instead === shared) return own.value;
      forgetOfTab(name);
      return shared;
    },
    setItem: (name, value) => {
      try {
        setMakingRoom(local(), name, value);
        forgetOfTab(name);
        return;
      } catch {
        // There is no room, or no storage.
      }
      const own = { value, instead: read(local, name) };
      inMemory.set(name, own);
      try {
        ofTab().setItem(OF_TAB + name, JSON.stringify(own));
      } catch {
        // It lasts as long as the page.
      }
    },
    removeItem: (name) => {
      remove(local, name);
      forgetOfTab(name);
    },
  };
}

function parse(text: string | null): OfTab | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    const isOfTab = typeof kept === 'object' && kept !== null && 'value' in kept && 'instead' in kept;
    return isOfTab ? (kept as OfTab) : undefined;
  } catch {
    return undefined;
  }
}
