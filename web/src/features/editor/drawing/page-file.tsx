/** A file of a page that is read, or printed. */
import { createContext, useCallback, useContext } from 'react';
import type { DrawnFile } from '../../files/draw/file-options.ts';

/** On paper everything is drawn at once. */
export const PrintedFiles = createContext(false);

interface PageFileProps {
  readonly address: string;
  readonly words: string;
  readonly as: 'itself' | 'card';
  readonly isCaptioned?: boolean;
}

export function PageFile({ address, words, as, isCaptioned = false }: PageFileProps) {
  const isPrinted = useContext(PrintedFiles);
  const draw = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      let drawn: DrawnFile | undefined;
      let isGone = false;
      void import('../../files/draw-file.ts').then(({ drawFile }) => {
        if (!isGone) drawn = drawFile(element, address, as, { words, isCaptioned, isPrinted });
      });
      return () => {
        isGone = true;
        drawn?.destroy();
      };
    },
    [address, words, as, isCaptioned, isPrinted],
  );
  return <span ref={draw} data-file={address} />;
}
