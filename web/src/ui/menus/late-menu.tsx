/** The content of a menu that loads when a pointer or the focus comes near its button. */
import { type ComponentType, lazy, useState } from 'react';
import { Region } from '../states/region.tsx';
import { SkeletonRows } from '../states/skeleton.tsx';

/**
 * @param name of what may fail to load
 * @returns the content, and the handlers of the menu's button
 */
export function lateMenu<Props extends object>(name: string, load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const loadContent = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Late = lazy(loadContent) as unknown as ComponentType<Props>;
  const preload = () => {
    loadContent().catch(() => {
      // Opening it asks again, and says so when it fails.
    });
  };
  /** Avoids `lazy` once loaded: it always suspends, and the keyboard needs the menu's first entry at once. */
  function Content(props: Props) {
    const [Found] = useState(() => loaded ?? Late);
    return (
      <Region
        name={name}
        fallback={
          <div className="p-2">
            <SkeletonRows rows={3} label="Loading the menu" />
          </div>
        }
      >
        <Found {...props} />
      </Region>
    );
  }
  return { Content, near: { onPointerEnter: preload, onFocus: preload } };
}
