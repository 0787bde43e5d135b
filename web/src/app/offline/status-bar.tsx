/** A line above the app: that the server cannot be reached, or that a newer version is ready. */
import { CloudOff, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsConnected } from '../../lib/browser/connection.ts';
import { Button } from '../../ui/button.tsx';
import { CAN_OPEN_OFFLINE, useServiceWorker } from './service-worker.ts';

export function StatusBar() {
  const isConnected = useIsConnected();
  const isNewBuildReady = useServiceWorker();
  // Always there, so that a screen reader announces changes in it.
  return (
    <div role="status" className="shrink-0 text-[0.8125rem]">
      {isConnected ? (
        isNewBuildReady && (
          <Line tone="bg-accent-soft">
            <RefreshCw aria-hidden className="size-4 shrink-0 text-accent" />
            <span className="min-w-0">A new version of Trellis is ready.</span>
            <Button onClick={() => window.location.reload()}>Reload</Button>
          </Line>
        )
      ) : (
        <Line tone="bg-warning-soft">
          <CloudOff aria-hidden className="size-4 shrink-0 text-warning" />
          <span className="min-w-0">
            You are offline. Your changes are saved when you are back online.
            {!CAN_OPEN_OFFLINE && ' Keep this tab open: Trellis cannot be opened here without a connection.'}
          </span>
        </Line>
      )}
    </div>
  );
}

function Line({ tone, children }: { readonly tone: string; readonly children: ReactNode }) {
  return (
    <div
      className={`flex min-h-9 items-center justify-center gap-2.5 border-b border-line px-4 py-1 ${tone}`}
    >
      {children}
    </div>
  );
}
