/** An export under way: how far it is, and how to end it. */
import { useEffect, useRef, useState } from 'react';
import { type Exported, type ExportScope, exportPages } from '../api/export-pages.ts';

export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: number; readonly all: number | undefined }
  | { readonly kind: 'failed'; readonly message: string };

export function useExport() {
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  // Whoever goes elsewhere does not want it any more.
  useEffect(() => () => running.current?.abort(), []);

  const start = async (scope: ExportScope): Promise<Exported | undefined> => {
    const { signal } = replace(running);
    setState({ kind: 'running', done: 0, all: undefined });
    try {
      const exported = await exportPages(scope, signal, (done, all) =>
        setState({ kind: 'running', done, all }),
      );
      setState({ kind: 'idle' });
      return exported;
    } catch (error) {
      setState(signal.aborted ? { kind: 'idle' } : { kind: 'failed', message: (error as Error).message });
      return undefined;
    }
  };
  return { state, start, cancel: () => running.current?.abort() };
}

function replace(running: { current: AbortController | undefined }): AbortController {
  running.current = new AbortController();
  return running.current;
}
