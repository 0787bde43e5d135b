/** Two places in the shell's bar that a screen can fill: their content stays in view while the screen scrolls. */
import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';

/** Before and after the people who are here. */
type Place = 'middle' | 'end';

interface Slots {
  readonly elements: Readonly<Partial<Record<Place, HTMLElement | null>>>;
  readonly setElement: Readonly<Record<Place, (element: HTMLElement | null) => void>>;
}

const HeaderSlotContext = createContext<Slots>({
  elements: {},
  setElement: { middle: () => {}, end: () => {} },
});

export function HeaderSlotProvider({ children }: { readonly children: ReactNode }) {
  const [middle, setMiddle] = useState<HTMLElement | null>(null);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const slots = { elements: { middle, end }, setElement: { middle: setMiddle, end: setEnd } };
  return <HeaderSlotContext value={slots}>{children}</HeaderSlotContext>;
}

/** The place itself: what fills it stands in the bar's own row. */
export function HeaderSlot({ place }: { readonly place: Place }) {
  return <div ref={use(HeaderSlotContext).setElement[place]} className="contents" />;
}

/** Puts its children into the place. */
export function InHeaderSlot({ place, children }: { readonly place: Place; readonly children: ReactNode }) {
  const element = use(HeaderSlotContext).elements[place];
  return element && createPortal(children, element);
}
