/** GET /admin/users: the accounts, the newest first. */
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { userJson } from '../respond/user-json.ts';
import { countUsers, listUsers } from '../store/user-list.ts';
import { describePages, readPage } from './pages.ts';

export const listAccounts: Operation = async (context, auth) => {
  const ascending = readsAscending(context.req.query('sort'));
  const filter = context.req.query('filter') ?? '';
  if (filter.includes('\0')) throw new AuthError('validation_failed', 'filter cannot hold a NUL character');
  const page = readPage(context);
  const query = { filter, ascending, limit: page.size, offset: (page.number - 1) * page.size };
  const [users, total] = await auth.database.asOwner((transaction) =>
    Promise.all([listUsers(transaction, query), countUsers(transaction, filter)]),
  );
  describePages(context, page, total);
  const json = users.map(({ user, identities, factors }) => userJson(user, identities, factors));
  return context.json({ users: json, aud: 'authenticated' });
};

/** @throws {AuthError} `validation_failed` */
function readsAscending(sort: string | undefined): boolean {
  if (!sort) return false;
  const [, field, direction] = /^(\S+)(?: (.*))?$/s.exec(sort) ?? [];
  if (field !== 'created_at')
    throw new AuthError('validation_failed', `Bad Sort Parameters: bad field for sort '${field}'`);
  switch (direction?.toLowerCase()) {
    case 'asc':
      return true;
    case 'desc':
    case undefined:
      return false;
    default:
      throw new AuthError(
        'validation_failed',
        `Bad Sort Parameters: bad direction for sort '${direction}', only 'asc' and 'desc' allowed`,
      );
  }
}
