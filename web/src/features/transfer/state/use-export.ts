/** An export under way: how far it is, and how to end it. */
import { useEffect, useRef, useState } from 'react';

export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: number; readonly all: number | undefined }
  | { readonly kind: 'failed'; readonly failure: Error };

/** Makes the file, telling how many pages of how many are done; rejects with the signal's reason once it is aborted. */
type Exporter<Scope, Exported> = (
  scope: Scope,
  signal: AbortSignal,
  onProgress: (done: number, all: number) => void,
) => Promise<Exported>;

export function useExport<Scope, Exported>(exporter: Exporter<Scope, Exported>) {
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  // Leaving the screen cancels the export.
  useEffect(() => () => running.current?.abort(), []);

  const start = async (scope: Scope): Promise<Exported | undefined> => {
    const { signal } = replace(running);
    setState({ kind: 'running', done: 0, all: undefined });
    try {
      const exported = await exporter(scope, signal, (done, all) => setState({ kind: 'running', done, all }));
      setState({ kind: 'idle' });
      return exported;
    } catch (error) {
      setState(signal.aborted ? { kind: 'idle' } : { kind: 'failed', failure: error as Error });
      return undefined;
    }
  };
  return { state, start, cancel: () => running.current?.abort() };
}

function replace(running: { current: AbortController | undefined }): AbortController {
  running.current = new AbortController();
  return running.current;
}
