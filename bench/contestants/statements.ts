/**
 * The SQL of the operations for contestants that call the database directly: one transaction each, as the
 * person's role with the person's claims, JSON built by Postgres. The server does the same work for one
 * request.
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
  text: "select set_config('request.jwt.claims', $1, true), set_config('role', $2, true), set_config('request.jwt.claim.sub', $3, true)",
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

export const CREATE: Statement = {
  name: 'create',
  text: `
    with page as (
      insert into public.pages (
        content, organization_id, parent_id, name, order_index, created_by, content_type, is_archived, updated_by,
        notion_page_id, notion_last_sync, notion_url
      )
      values ('', $1, null, $2, $3, $4, 'markdown', false, $4, null, null, null)
      returning id, parent_id, name, order_index, created_at, visibility, notion_page_id,
        public.look(pages) as look
    )
    select coalesce(json_agg(page) -> 0, 'null')::text as body from page`,
};

export const TREE: Statement = {
  name: 'tree',
  text: `
    select coalesce(json_agg(page), '[]')::text as body
    from (
      select id, parent_id, name, order_index, created_at, visibility, notion_page_id,
        public.look(pages) as look from public.pages
      where organization_id = $1 and is_archived = $2
      order by parent_id asc nulls first, order_index asc, id asc
    ) as page`,
};

export const MEMBERS: Statement = {
  name: 'members',
  text: `
    select coalesce(json_agg(membership), '[]')::text as body
    from (
      select member.id, member.user_id, member.role, member.status, member.joined_at,
        row_to_json(profile) as user_profiles
      from public.organization_members as member
      join lateral (
        select p.id, p.email, p.full_name, p.display_name from public.user_profiles as p where p.id = member.user_id
      ) as profile on true
      where member.organization_id = $1 and member.status = $2
      order by member.joined_at asc
    ) as membership`,
};

export function callerValues(account: Account): string[] {
  return [account.claims, 'authenticated', account.userId];
}

export function createValues(account: Account, name: string, place: number): unknown[] {
  return [account.workspaceId, name, place, account.userId];
}

export function saveValues(account: Account, pageId: string, version: string, content: string): unknown[] {
  return [content, account.userId, new Date().toISOString(), pageId, false, version];
}
