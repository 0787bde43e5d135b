/** GET /admin/audit: the events of the accounts, the latest first. */
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { findAuditLogEntries } from '../store/audit-log.ts';
import { describePages, readPage } from './pages.ts';

/** The payload fields that each scope of `query`, the part before its colon, searches. */
const SCOPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['author', ['actor_username', 'actor_name']],
  ['action', ['action']],
  ['type', ['log_type']],
]);

export const listAuditLog: Operation = async (context, auth) => {
  const page = readPage(context);
  const query = context.req.query('query') ?? '';
  const [, scope = '', text = ''] = /^(\w*):(.*)$/s.exec(query) ?? [];
  const fields = query === '' ? [] : SCOPES.get(scope);
  if (!fields || text.includes('\0'))
    throw new AuthError('validation_failed', `Invalid query scope: ${query}`);
  const { entries, total } = await auth.database.asOwner((transaction) =>
    findAuditLogEntries(transaction, {
      fields,
      text,
      limit: page.size,
      offset: (page.number - 1) * page.size,
    }),
  );
  describePages(context, page, total);
  return context.json(entries);
};
