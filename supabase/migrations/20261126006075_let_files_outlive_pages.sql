-- A file's row remembers the page that it was put in first, and does not refer to it: a deletion that takes a page, its workspace
-- and an account at once changes the row several times, and Postgres looks for the page in between.

alter table public.page_files drop constraint page_files_page_id_fkey;
drop index public.page_files_page_id_idx;
comment on column public.page_files.page_id is 'The page that it was put in first; it may be gone.';
