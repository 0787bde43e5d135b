-- A page that one person alone saw is not shown while the worker of public.page_work has it in hand. The worker may have read a text that the
-- page no longer has, and writes it down a moment later: others would find the page by that word until the next run.

-- The worker waits for no lock, so this ends with its run. A run that would begin meanwhile leaves at once.
create function private.await_page_work() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('work off pages', 0));
  return new;
end
$$;
comment on function private.await_page_work() is 'Trigger: waits until no worker holds texts that it has read and not yet written.';
revoke execute on function private.await_page_work() from public, anon, authenticated;

-- After pages_10_decide, which says who sees the page, and before pages_50_follow, which forgets what is known of it.
create trigger pages_20_await_work before update on public.pages
  for each row when (old.private_to is not null and new.private_to is distinct from old.private_to)
  execute function private.await_page_work();
