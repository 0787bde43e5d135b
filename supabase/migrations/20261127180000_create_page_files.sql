-- Files in pages: a row says what a file is, the bytes are an object of the private bucket `page-files`. A text names a file by
-- its id, as /files/<id>/<name>, so the address survives moves, and is known before the file is uploaded.
-- People read the files of the pages that they read. Tables say which page, version or template uses which file; the next files
-- keep them. docs/decisions/0018-files-by-use.md has the reasons.

insert into storage.buckets (id, name, public) values ('page-files', 'page-files', false) on conflict (id) do nothing;

create table public.page_files (
  id uuid not null,
  organization_id uuid,
  page_id uuid,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  object_name text not null,
  uploaded_at timestamptz,
  is_used boolean not null default false,
  doomed_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now()
);
comment on table public.page_files is 'The files of pages: pictures, films, sounds, documents. Written by functions alone.';
comment on column public.page_files.id is 'Chosen by the client; never changes.';
comment on column public.page_files.organization_id is
  'The workspace whose room it takes; another one that uses it, once its own does not.';
comment on column public.page_files.page_id is 'The page that it was put in first; it may be gone.';
comment on column public.page_files.name is 'Its name, as people see it.';
comment on column public.page_files.media_type is 'Its type as its uploader says, such as image/png.';
comment on column public.page_files.bytes is 'Its size.';
comment on column public.page_files.width is 'Of a picture or a film, in pixels; null if unknown.';
comment on column public.page_files.height is 'Of a picture or a film, in pixels; null if unknown.';
comment on column public.page_files.object_name is 'The name of its object in the bucket page-files; never changes.';
comment on column public.page_files.uploaded_at is 'When its bytes came; null before.';
comment on column public.page_files.is_used is
  'Whether a text has ever used it. Until then its uploader reads it, and after that only who reads such a text.';
comment on column public.page_files.doomed_at is 'Since when nothing uses it, and its bytes are being deleted; null for all others.';
comment on column public.page_files.created_by is 'The person who put it in; null once that account is gone.';
comment on column public.page_files.created_at is 'When it was put in.';

alter table public.page_files
  add constraint page_files_pkey primary key (id),
  add constraint page_files_object_name_key unique (object_name),
  -- The row outlives them: it names the bytes that are still to be deleted. `page_id` refers to nothing: a deletion that takes a page,
  -- its workspace and an account at once changes the row several times, and Postgres would look for the page in between.
  add constraint page_files_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete set null,
  add constraint page_files_created_by_fkey
    foreign key (created_by) references public.user_profiles (id) on delete set null;

create index page_files_organization_id_idx on public.page_files (organization_id) include (bytes);
create index page_files_created_by_idx on public.page_files (created_by);
create index page_files_doomed_idx on public.page_files (doomed_at) where doomed_at is not null;

create table public.page_file_uses (
  page_id uuid not null,
  file_id uuid not null,
  gone_at timestamptz
);
comment on table public.page_file_uses is 'Which page''s text uses which files.';
comment on column public.page_file_uses.page_id is 'The page.';
comment on column public.page_file_uses.file_id is 'The file.';
comment on column public.page_file_uses.gone_at is
  'Since when the text does not name it any more: it stays for some days, for whoever takes that back. Null while it does.';

create table public.page_text_files (
  organization_id uuid not null,
  page_id uuid not null,
  digest bytea not null,
  file_id uuid not null
);
comment on table public.page_text_files is 'Which former text of a page uses which files.';
comment on column public.page_text_files.organization_id is 'The page''s workspace.';
comment on column public.page_text_files.page_id is 'The page.';
comment on column public.page_text_files.digest is 'SHA-256 of the text.';
comment on column public.page_text_files.file_id is 'The file.';

create table public.template_file_uses (
  template_id uuid not null,
  file_id uuid not null
);
comment on table public.template_file_uses is 'Which template''s text uses which files.';
comment on column public.template_file_uses.template_id is 'The template.';
comment on column public.template_file_uses.file_id is 'The file.';

alter table public.page_file_uses
  add constraint page_file_uses_pkey primary key (page_id, file_id),
  add constraint page_file_uses_page_id_fkey foreign key (page_id) references public.pages (id) on delete cascade,
  add constraint page_file_uses_file_id_fkey foreign key (file_id) references public.page_files (id) on delete cascade;
create index page_file_uses_file_id_idx on public.page_file_uses (file_id);

alter table public.page_text_files
  add constraint page_text_files_pkey primary key (organization_id, page_id, digest, file_id),
  -- They go with the text, which goes with the last version that has it.
  add constraint page_text_files_text_fkey foreign key (organization_id, page_id, digest)
    references public.page_texts (organization_id, page_id, digest) on delete cascade,
  add constraint page_text_files_file_id_fkey foreign key (file_id) references public.page_files (id) on delete cascade;
create index page_text_files_file_id_idx on public.page_text_files (file_id);

alter table public.template_file_uses
  add constraint template_file_uses_pkey primary key (template_id, file_id),
  add constraint template_file_uses_template_id_fkey
    foreign key (template_id) references public.templates (id) on delete cascade,
  add constraint template_file_uses_file_id_fkey foreign key (file_id) references public.page_files (id) on delete cascade;
create index template_file_uses_file_id_idx on public.template_file_uses (file_id);
