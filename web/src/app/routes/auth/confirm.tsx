/** /auth/confirm: reads what the link says before the client takes its code out of the address. */
import { useLoaderData } from 'react-router';
import { ConfirmScreen } from '../../../features/auth/components/confirm/confirm-screen.tsx';
import { readLinkArrival } from '../../../features/auth/state/link-arrival.ts';

export function loader({ request }: { request: Request }) {
  // The request leaves out the hash, where errors come, too.
  const url = new URL(`${request.url.split('#')[0]}${window.location.hash}`);
  const arrival = readLinkArrival(url);
  // Nobody copies tokens from the address bar. A code is worth nothing without its verifier, and the client's to take.
  if (window.location.hash || arrival.proof)
    window.history.replaceState(window.history.state, '', window.location.pathname);
  return arrival;
}

export function Component() {
  return <ConfirmScreen {...useLoaderData<typeof loader>()} />;
}
