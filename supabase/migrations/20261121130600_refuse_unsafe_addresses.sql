-- Addresses that are shown as links and pictures are https, in one line and without blanks: nothing that a browser would
-- run, and nothing that reads as one address and leads to another.

update public.pages set notion_url = null
where notion_url !~ '\Ahttps://[^[:space:][:cntrl:]]+\Z';
update public.organizations set logo_url = null
where logo_url !~ '\Ahttps://[^[:space:][:cntrl:]]+\Z';

alter table public.pages
  drop constraint pages_notion_url_form,
  add constraint pages_notion_url_form
    check (notion_url ~ '\Ahttps://[^[:space:][:cntrl:]]+\Z' and char_length(notion_url) <= 2048);

alter table public.organizations
  drop constraint organizations_logo_url_form,
  add constraint organizations_logo_url_form
    check (logo_url ~ '\Ahttps://[^[:space:][:cntrl:]]+\Z' and char_length(logo_url) <= 2048);

comment on column public.organizations.logo_url is 'An https address of a picture.';
