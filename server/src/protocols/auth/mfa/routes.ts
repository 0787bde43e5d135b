/** Routes at /factors: second factors of the signed-in person. */
import type { Routes } from '../auth-services.ts';
import { challengeFactor } from './challenge.ts';
import { enrollFactor } from './enroll.ts';
import { unenrollFactor } from './unenroll.ts';
import { verifyFactor } from './verify.ts';

export const MFA_ROUTES: Routes = {
  '/factors': { POST: enrollFactor },
  '/factors/:factor_id': { DELETE: unenrollFactor },
  '/factors/:factor_id/challenge': { POST: challengeFactor },
  '/factors/:factor_id/verify': { POST: verifyFactor },
};
