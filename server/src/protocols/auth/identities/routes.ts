/** What is at /user/identities: the ways to sign in of the signed-in person. */
import type { Routes } from '../auth-services.ts';
import { refuseManualLinking } from './link.ts';

export const IDENTITY_ROUTES: Routes = {
  '/user/identities/authorize': { GET: refuseManualLinking },
  '/user/identities/:identity_id': { DELETE: refuseManualLinking },
};
