-- What finding pages in any language needs and every Postgres ships: pieces of words (pg_trgm), letters without their
-- accents (unaccent), and both in one index with the workspace (btree_gin). In the schema where Supabase has them.

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gin with schema extensions;
