-- Files, in the shape that Supabase Storage gives them: a row of storage.objects says that a file is there, and its policies
-- say who may do what with it. The bytes are kept elsewhere, under the row's version.

create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  versioning_status text not null default 'DISABLED',
  constraint buckets_pkey primary key (id),
  constraint buckets_versioning_dark_check check (versioning_status = 'DISABLED')
);
comment on table storage.buckets is 'Places for files. Names and meanings as in Supabase Storage.';
comment on column storage.buckets.owner is 'Kept for older policies: owner_id as a uuid.';
comment on column storage.buckets.public is 'Whether anybody who knows a file''s name may read it.';
comment on column storage.buckets.file_size_limit is 'Bytes that a file may have; null for the server''s limit.';
comment on column storage.buckets.allowed_mime_types is 'Types that a file may have, such as image/*; null for any.';
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid not null default gen_random_uuid(),
  bucket_id text,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  archived_at timestamptz,
  is_delete_marker boolean not null default false,
  is_versioned boolean not null default false,
  constraint objects_pkey primary key (id),
  constraint "objects_bucketId_fkey" foreign key (bucket_id) references storage.buckets (id)
);
comment on table storage.objects is 'Files. Names and meanings as in Supabase Storage.';
comment on column storage.objects.owner is 'Kept for older policies: owner_id as a uuid.';
comment on column storage.objects.owner_id is 'The account that uploaded the file.';
comment on column storage.objects.version is 'Names the bytes: another upload under the same name has another version.';
comment on column storage.objects.metadata is 'What the server knows of the file: size, mimetype, cacheControl, eTag.';
comment on column storage.objects.user_metadata is 'What the uploader has noted.';
create unique index bucketid_objname on storage.objects (bucket_id, name);
-- For lists, which go by the bytes of a name, or of its lower case.
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index idx_objects_bucket_id_name_lower on storage.objects (bucket_id, lower(name) collate "C");
-- The server compares the rows with the bytes at the store. Both sides are read in the order of the version, a portion at a time, so
-- that any number of files takes the same memory.
create index objects_version_idx on storage.objects ((coalesce(lower(version), '')) collate "C", id);

grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

create function storage.update_updated_at_column() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at = now();
  return new;
end
$$;
comment on function storage.update_updated_at_column() is 'Trigger: notes when the row was last changed.';

create trigger update_objects_updated_at before update on storage.objects
for each row execute function storage.update_updated_at_column();

create function storage.enforce_bucket_name_length() returns trigger
language plpgsql set search_path = '' as $$
begin
  if length(new.name) > 100 then
    raise exception 'bucket name "%" is too long (% characters). Max is 100.', new.name, length(new.name);
  end if;
  return new;
end
$$;
comment on function storage.enforce_bucket_name_length() is 'Trigger: a bucket''s name has a hundred characters at most.';

create trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets
for each row execute function storage.enforce_bucket_name_length();

create function storage.protect_delete() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('storage.allow_delete_query', true) is distinct from 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501', hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end
$$;
comment on function storage.protect_delete() is
  'Trigger: rows are deleted by the Storage API, or by a transaction that has set storage.allow_delete_query to true.';

create trigger protect_buckets_delete before delete on storage.buckets
for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
for each statement execute function storage.protect_delete();
