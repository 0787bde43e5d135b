/** Routes for administrators only: /admin, and /invite. */
import type { Routes } from '../auth-services.ts';
import { asAdmin } from './as-admin.ts';
import { listAuditLog } from './audit.ts';
import { createUser } from './create-user.ts';
import { deleteAccount } from './delete-user.ts';
import { deleteAccountFactor, listAccountFactors, updateAccountFactor } from './factors.ts';
import { generateLink } from './generate-link.ts';
import { invite } from './invite.ts';
import { listAccounts } from './list-users.ts';
import { readAccount } from './read-user.ts';
import { updateAccount } from './update-user.ts';

export const ADMIN_ROUTES: Routes = {
  '/invite': { POST: asAdmin(invite) },
  '/admin/audit': { GET: asAdmin(listAuditLog) },
  '/admin/generate_link': { POST: asAdmin(generateLink) },
  '/admin/users': { GET: asAdmin(listAccounts), POST: asAdmin(createUser) },
  '/admin/users/:user_id': {
    GET: asAdmin(readAccount),
    PUT: asAdmin(updateAccount),
    DELETE: asAdmin(deleteAccount),
  },
  '/admin/users/:user_id/factors': { GET: asAdmin(listAccountFactors) },
  '/admin/users/:user_id/factors/:factor_id': {
    PUT: asAdmin(updateAccountFactor),
    DELETE: asAdmin(deleteAccountFactor),
  },
};
