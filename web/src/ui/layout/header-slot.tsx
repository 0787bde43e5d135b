/** A place in the shell's bar that a screen can fill: its content stays in view while the screen scrolls. */
import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';

interface Slot {
  readonly element: HTMLElement | null;
  readonly setElement: (element: HTMLElement | null) => void;
}

const HeaderSlotContext = createContext<Slot>({ element: null, setElement: () => {} });

export function HeaderSlotProvider({ children }: { readonly children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  return <HeaderSlotContext value={{ element, setElement }}>{children}</HeaderSlotContext>;
}

/** The place itself: what fills it stands in the bar's own row. */
export function HeaderSlot() {
  return <div ref={use(HeaderSlotContext).setElement} className="contents" />;
}

/** Puts its children into the place. */
export function InHeaderSlot({ children }: { readonly children: ReactNode }) {
  const { element } = use(HeaderSlotContext);
  return element && createPortal(children, element);
}
