/** Draws parts on a page of their own, beside the element that is the screen. */
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { onTestFinished } from 'vitest';

/** @returns a function to draw others instead */
export function draw(parts: ReactNode): (parts: ReactNode) => void {
  const place = document.body.appendChild(document.createElement('div'));
  const root: Root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const show = (next: ReactNode) => flushSync(() => root.render(next));
  show(parts);
  return show;
}

/** The element that the shell puts the screen into. */
export function Screen({ children }: { readonly children?: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  );
}
