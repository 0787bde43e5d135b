/** Routes at /user/identities: the signed-in person's ways to sign in. */
import type { Routes } from '../auth-services.ts';
import { refuseManualLinking } from './link.ts';

export const IDENTITY_ROUTES: Routes = {
  '/user/identities/authorize': { GET: refuseManualLinking },
  '/user/identities/:identity_id': { DELETE: refuseManualLinking },
};
