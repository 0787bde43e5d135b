/** The content of a menu that loads when a pointer or the focus comes near its button. */
import { type ComponentType, lazy, useState } from 'react';

/** @returns the content, and the handlers of the menu's button */
export function lateMenu<Props extends object>(load: () => Promise<ComponentType<Props>>) {
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
    return <Found {...props} />;
  }
  return { Content, near: { onPointerEnter: preload, onFocus: preload } };
}
