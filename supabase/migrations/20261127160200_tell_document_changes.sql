-- People who write the same page hear each other on the document's channels: the database tells each update, and each text
-- that comes past the document, on the one; those who may write the page tell what they are typing on the other.

create policy trellis_speak_on_pages on realtime.messages for insert to authenticated
  with check (
    extension = 'broadcast' and realtime.topic() like 'typing:%'
    and (select private.has_passed_second_step()) and (select private.may_join_channel(realtime.topic()))
  );
comment on policy trellis_speak_on_pages on realtime.messages is
  'People who write a page tell each other what they are typing, and where.';

-- Nobody else learns the new channel, and the server asks again about those who are on the old one. People who come to
-- see the page get no word from before: the log of the document has all that was ever typed, like the page's versions.
create function private.renew_page_channel(old public.pages, new public.pages) returns void
language plpgsql
as $$
declare
  left_channel uuid;
  is_due boolean;
begin
  select document.channel into left_channel
  from public.page_documents as document where document.page_id = new.id for no key update;
  if found then
    update public.page_documents as document
    set channel = gen_random_uuid(),
      is_to_restart = document.is_to_restart
        or old.private_to is not null and old.private_to is distinct from new.private_to,
      kept_for = case when document.is_to_restart then document.kept_for
        when old.private_to is distinct from new.private_to then old.private_to end
    where document.page_id = new.id
    returning document.is_to_restart and document.texts_number = document.number into is_due;
    if is_due then
      perform private.begin_page_document(new.id);
    end if;
    perform pg_notify('realtime_access_changed', jsonb_build_object('topic', topic || left_channel)::text)
    from unnest(array['page:', 'typing:']) as topic;
  end if;
end
$$;
comment on function private.renew_page_channel(public.pages, public.pages) is
  'Gives a page''s document another channel when others see the page, and begins it anew when it was private.';
revoke execute on function private.renew_page_channel(public.pages, public.pages) from public, anon, authenticated;

create function private.tell_document(page uuid, version timestamptz) returns void
language plpgsql
as $$
declare
  document record;
begin
  select known.epoch, known.channel, known.number, known.head, known.texts_number, known.texts_version into document
  from public.page_documents as known where known.page_id = tell_document.page;
  if found then
    perform realtime.send(
      jsonb_build_object(
        'epoch', document.epoch, 'number', document.number, 'head', document.head, 'textsNumber', document.texts_number,
        'textsVersion', document.texts_version, 'version', tell_document.version),
      'texts', 'page:' || document.channel, true);
  end if;
end
$$;
comment on function private.tell_document(uuid, timestamptz) is 'Tells those who write a page that it got other texts past its document.';
revoke execute on function private.tell_document(uuid, timestamptz) from public, anon, authenticated;
