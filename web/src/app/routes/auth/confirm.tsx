/** /auth/confirm: reads what the link says before the client takes its code out of the address. */
import { useLoaderData } from 'react-router';
import { ConfirmScreen } from '../../../features/auth/components/confirm-screen.tsx';
import { confirmationOutcome } from '../../../features/auth/state/confirmation-outcome.ts';

export function loader({ request }: { request: Request }) {
  // The request leaves out the hash, where errors come, too.
  const url = new URL(`${request.url.split('#')[0]}${window.location.hash}`);
  const outcome = confirmationOutcome(url);
  const next = url.searchParams.get('next');
  // Tokens in a link could be anybody's: nobody is signed in by them, and nobody copies them from the address bar.
  if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname);
  return { outcome, origin: next === null ? undefined : { from: next } };
}

export function Component() {
  return <ConfirmScreen {...useLoaderData<typeof loader>()} />;
}
