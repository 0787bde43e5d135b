/** The top of a document that has nothing else to lead to. */
import { paths } from '../../../lib/paths.ts';
import { Brand } from '../../../ui/brand.tsx';

export function PlainHeader() {
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex h-16 max-w-6xl items-center px-4 sm:px-6">
        <a href={paths.landing} aria-label="Trellis" className="flex rounded-md p-1">
          <Brand />
        </a>
      </div>
    </header>
  );
}
