-- Functions that policies and triggers call live in `private`, which no API exposes.
-- Functions that callers' policies run are granted one by one; everything else is for triggers only.
--
-- The migrations go by subject, and each table, function and trigger is defined once. The hour in a version is the subject: accounts
-- (10), workspaces (11), pages (12), their history (13), their documents (14), limits (15), live channels (16), templates and sharing
-- (17), files (18), links and search (19), Notion (20), the end of accounts and the operator (21). supabase/schema.sql has the order of
-- reading.

create schema private;
comment on schema private is 'Functions that policies and triggers call. They bypass row-level security, and no API exposes them.';

revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Refusals of changes to workspaces, members and pages. docs/error-codes.md lists the codes of all refusals: invitations,
-- the deletion of an account, size limits and the handover of a workspace raise theirs in their own migrations.
-- The codes are for programs and never change their meaning. Class TR is ours: the SQL standard leaves the classes from
-- I to Z to implementations. The Data API answers them with status 400 and this code.
create function private.refuse(rule text) returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal record;
begin
  select known.code, known.message, known.hint into strict refusal
  from (values
    ('last_workspace', 'TR001', 'Cannot delete your only workspace', 'Create another workspace first.'),
    ('last_owner', 'TR002', 'A workspace needs an owner', 'Make someone else an owner first.'),
    ('parent_missing', 'TR010', 'The parent page does not exist in this workspace', null),
    ('parent_archived', 'TR011', 'The parent page is archived', 'Restore the parent, or move the page elsewhere.'),
    ('page_cycle', 'TR012', 'A page cannot be moved beneath itself', null),
    ('page_emigrates', 'TR013', 'A page stays in its workspace', null),
    ('not_creator', 'TR014', 'Only its creator can make a page private', null),
    ('hides_others', 'TR015', 'Others have pages beneath this one', 'Move their pages elsewhere first.'),
    ('edits_unreadable', 'TR016', 'These edits cannot be read', 'Reload the page, and try again.'),
    ('edits_too_large', 'TR017', 'These edits are too large to save at once', 'Make them in several steps.'),
    ('document_too_large', 'TR018', 'The edits of this page have become too many', 'Reload the page, and try again.')
  ) as known (rule, code, message, hint)
  where known.rule = refuse.rule;
  raise exception using
    errcode = refusal.code,
    message = refusal.message,
    hint = coalesce(refusal.hint, '');
end
$$;
comment on function private.refuse(text) is 'Raises the error of a broken rule of workspaces, members and pages. docs/error-codes.md lists all codes.';
revoke execute on function private.refuse(text) from public, anon, authenticated;
