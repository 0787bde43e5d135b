-- The pages that a person keeps at hand. They follow the person to every device, and nobody else reads them.

create table public.page_favorites (
  user_id uuid not null default auth.uid(),
  page_id uuid not null,
  created_at timestamptz not null default now()
);
comment on table public.page_favorites is 'The pages that a person keeps at hand.';
comment on column public.page_favorites.user_id is 'The person who marked the page as a favourite.';
comment on column public.page_favorites.page_id is 'The page; in the trash it stays a favourite.';
comment on column public.page_favorites.created_at is 'Since when; they are shown in this order.';

alter table public.page_favorites
  add constraint page_favorites_pkey primary key (user_id, page_id),
  add constraint page_favorites_user_id_fkey
    foreign key (user_id) references public.user_profiles (id) on delete cascade,
  add constraint page_favorites_page_id_fkey
    foreign key (page_id) references public.pages (id) on delete cascade;

create index page_favorites_page_id_idx on public.page_favorites (page_id);

revoke all on table public.page_favorites from anon, authenticated;
grant select, delete on table public.page_favorites to authenticated;
grant insert (user_id, page_id) on table public.page_favorites to authenticated;
grant all on table public.page_favorites to service_role;

alter table public.page_favorites enable row level security;

create policy page_favorites_select_own on public.page_favorites for select to authenticated
  using (user_id = (select auth.uid()));
comment on policy page_favorites_select_own on public.page_favorites is 'People read their own favourites.';

-- Follows the policies of `pages`.
create policy page_favorites_insert_own on public.page_favorites for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and page_id = (select page.id from public.pages as page where page.id = page_favorites.page_id)
  );
comment on policy page_favorites_insert_own on public.page_favorites is
  'People choose among the pages that they can read.';

create policy page_favorites_delete_own on public.page_favorites for delete to authenticated
  using (user_id = (select auth.uid()));
comment on policy page_favorites_delete_own on public.page_favorites is 'People let go of their own favourites.';

create policy page_favorites_all_second_step on public.page_favorites as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
