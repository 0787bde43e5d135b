/** Stands by for printing once nothing else is to be done. */
import { useLoadedWhenIdle } from '../../../lib/browser/time/loaded-when-idle.ts';
import { loadPrinting } from './print-page.ts';
import type { PrintingProps } from './printing.tsx';

export function PrintingWhenIdle(props: PrintingProps) {
  const Printing = useLoadedWhenIdle(loadPrinting, false)?.Printing;
  return Printing && <Printing {...props} />;
}
