/** What is at /user/identities: the ways to sign in of the signed-in person. */
import type { Routes } from '../auth-services.ts';
import { linkIdentity } from './link.ts';
import { unlinkIdentity } from './unlink.ts';

export const IDENTITY_ROUTES: Routes = {
  // Before the next one, which would take it for an id.
  '/user/identities/authorize': { GET: linkIdentity },
  '/user/identities/:identity_id': { DELETE: unlinkIdentity },
};
