/** Sends the browser to the OpenID Connect provider of this server's operator. */
import { toAuthError } from '../../../lib/errors/to-app-error.ts';
import { absoluteUrl, confirmPath } from '../../../lib/paths.ts';
import { supabase } from '../../../lib/supabase.ts';

/** @param next where the person goes once they are signed in. The screen is left then. */
export async function signInAtProvider(next: string): Promise<void> {
  const { error } = await supabase.auth.signInWithOAuth({
    provider: 'custom:oidc',
    // If there is a place to go on to, the confirmation screen says nothing of an address.
    options: {
      redirectTo: absoluteUrl(`${confirmPath(next).split('?')[0]}?${new URLSearchParams({ next })}`),
    },
  });
  if (error) throw toAuthError(error);
}
