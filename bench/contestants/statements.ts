/**
 * The SQL of the three operations for who calls the database directly: one transaction each, as the person's role
 * with the person's claims, JSON built by Postgres. The same work that the server has done for one request.
 */
import type { Account } from '../dataset/data-set.ts';

export interface Statement {
  readonly name: string;
  readonly text: string;
}

export const BEGIN = 'begin';
export const BEGIN_READ_ONLY = 'begin read only';
export const COMMIT = 'commit';

export const SET_CALLER: Statement = {
  name: 'set_caller',
  text: "select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)",
};

export const READ: Statement = {
  name: 'read',
  text: `
    select coalesce(json_agg(page), '[]')::text as body
    from (
      select name, description, content, updated_at from public.pages where id = $1 and is_archived = $2
    ) as page`,
};

export const SAVE: Statement = {
  name: 'save',
  text: `
    with page as (
      update public.pages set content = $1, updated_by = $2, updated_at = $3
      where id = $4 and is_archived = $5 and updated_at = $6
      returning name, description, content, updated_at
    )
    select coalesce(json_agg(page), '[]')::text as body from page`,
};

export const TREE: Statement = {
  name: 'tree',
  text: `
    select coalesce(json_agg(page), '[]')::text as body
    from (
      select id, parent_id, name, order_index from public.pages
      where organization_id = $1 and is_archived = $2
      order by parent_id asc nulls first, order_index asc
    ) as page`,
};

export function callerValues(account: Account): string[] {
  return [account.claims, 'authenticated'];
}

export function saveValues(account: Account, pageId: string, version: string, content: string): unknown[] {
  return [content, account.userId, new Date().toISOString(), pageId, false, version];
}
