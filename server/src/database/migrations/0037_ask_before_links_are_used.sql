-- Programs that look at mails ahead of people open every link in them. So a mailed link only asks, and a click on its page uses the
-- token. A link that an operator's program had made (admin/generate_link) is used by whoever opens it, as in Supabase Auth.

alter table auth.one_time_tokens add column needs_click boolean not null default true;
comment on column auth.one_time_tokens.needs_click is
  'Whether opening the link shows a page with a button, which uses it. False for links that an operator''s program asked for.';
