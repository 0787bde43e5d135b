/**
 * Loads code when the browser is idle, so that it is there when a key asks for it. React's `lazy` would hold it back
 * for up to 300 ms the first time, and keys typed meanwhile would go to the screen beneath.
 */
import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

type Load<Module> = () => Promise<Module>;

// An import that is there already still takes a moment to say so.
const there = new WeakMap<Load<unknown>, unknown>();

async function fetchModule<Module>(load: Load<Module>): Promise<Module> {
  const module = await load();
  there.set(load, module);
  return module;
}

/**
 * @param load the same function each time
 * @param isWanted fetches it now
 * @returns undefined until it is there
 * @throws the error of the import, once it is wanted
 */
export function useLoadedWhenIdle<Module>(load: Load<Module>, isWanted: boolean): Module | undefined {
  const [loaded, setLoaded] = useState(() => there.get(load) as Module | undefined);
  const [failure, setFailure] = useState<{ readonly reason: unknown }>();
  useEffect(() => {
    if (loaded) return;
    const begin = () =>
      void fetchModule(load).then(setLoaded, (reason) => isWanted && setFailure({ reason }));
    if (!isWanted) return whenIdle(begin);
    begin();
  }, [load, isWanted, loaded]);
  if (isWanted && failure) throw failure.reason;
  return loaded;
}
