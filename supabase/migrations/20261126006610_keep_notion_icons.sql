-- Icons go along with a page's sync: the one that both sides had tells which side has changed its own since.

alter table public.page_notion_syncs add column icon text;
comment on column public.page_notion_syncs.icon is
  'The emoji that both sides had when their icons were last in step; null for none, and before the first time.';
