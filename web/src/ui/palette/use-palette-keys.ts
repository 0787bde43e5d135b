/** Which item of a palette Enter takes. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

interface PaletteKeysOptions<Item> {
  readonly groups: readonly { readonly items: readonly Item[] }[];
  readonly onChoose: (item: Item, elsewhere: boolean) => void;
  /** The list is still that of what was typed before: Enter waits for the right one, unless a key has led to an item. */
  readonly isOutdated: boolean;
}

export function usePaletteKeys<Item>({ groups, onChoose, isOutdated }: PaletteKeysOptions<Item>) {
  const marked = useRef<Item | undefined>(undefined);
  const isLedTo = useRef(false);
  const waiting = useWaitingEnter(isOutdated, () => {
    const first = groups[0]?.items[0];
    if (first !== undefined) onChoose(first, false);
  });
  const press = (event: KeyboardEvent) => {
    // The Enter that ends composing a Chinese or Japanese word belongs to the word; Safari says so only by its code.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.which === 229) return;
    const elsewhere = event.ctrlKey || event.metaKey;
    // A tab of its own opens only in answer to the key itself.
    if (elsewhere && marked.current !== undefined) onChoose(marked.current, true);
    else if (isOutdated && !isLedTo.current) waiting.begin();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    press,
    isWaiting: waiting.isGoingOn,
    /** Something else is typed. */
    startAnew: () => {
      isLedTo.current = false;
      waiting.end();
    },
    /** @param isByKey whether a key has led to the item */
    mark: (item: Item | undefined, isByKey: boolean) => {
      marked.current = item;
      if (!isByKey) return;
      isLedTo.current = true;
      waiting.end();
    },
  };
}

/** An Enter that came before the list it was meant for. */
function useWaitingEnter(isOutdated: boolean, take: () => void) {
  const [isGoingOn, setGoingOn] = useState(false);
  const isDue = isGoingOn && !isOutdated;
  useEffect(() => {
    if (!isDue) return;
    setGoingOn(false);
    take();
  }, [isDue, take]);
  return { isGoingOn, begin: () => setGoingOn(true), end: () => setGoingOn(false) };
}
