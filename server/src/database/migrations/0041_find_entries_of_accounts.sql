-- An account with very many entries loses the oldest (audit/record-event.ts).

create index audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'), (payload ->> 'action'), created_at);
