/** Whether the client is still there to hear the answer. */
import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';

/** @returns aborted when the connection is closed before the answer was written */
export function clientGone(outgoing: ServerResponse | Http2ServerResponse): AbortSignal {
  const gone = new AbortController();
  const look = () => {
    if (!outgoing.writableFinished) gone.abort(new Error('The client closed the connection.'));
  };
  // It may have happened already.
  if (outgoing.destroyed) look();
  else outgoing.once('close', look);
  return gone.signal;
}
