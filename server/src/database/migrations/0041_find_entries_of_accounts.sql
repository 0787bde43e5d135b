-- Of very many entries of one account the oldest are deleted (audit/record-event.ts).

create index audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'), (payload ->> 'action'), created_at);
