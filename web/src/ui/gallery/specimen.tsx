/** A named part of the gallery. */
import { type ReactNode, useId } from 'react';

export function Specimens({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="border-b border-line pb-1 text-base font-semibold">
        {name}
      </h2>
      {children}
    </section>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
