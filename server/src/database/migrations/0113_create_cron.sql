-- Work by the clock, asked for as with pg_cron: `select cron.schedule('tidy', '30 seconds', 'select tidy()')`. Where the
-- database has pg_cron itself, that runs the jobs. Else the server's clock does (server/src/cron/cron-clock.ts).

do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    return;
  end if;

  create schema cron;
  comment on schema cron is 'Jobs that the server runs by the clock, in the shape that pg_cron gives them.';

  create table cron.job (
    jobid bigint generated always as identity,
    schedule text not null,
    command text not null,
    username text not null default current_user,
    active boolean not null default true,
    jobname text,
    constraint job_pkey primary key (jobid),
    constraint job_name_key unique (jobname, username),
    -- A clock that knew other schedules would have to remember when it last ran each job.
    constraint job_schedule_known check (schedule ~ '^([1-9]|[1-5][0-9]) seconds?$')
  );
  comment on table cron.job is 'The jobs. Each is run by one process at a time.';
  comment on column cron.job.schedule is 'How often: from `1 second` to `59 seconds`.';
  comment on column cron.job.command is 'SQL, run in one transaction.';
  comment on column cron.job.username is 'The role that it runs as: the one that scheduled it.';
  comment on column cron.job.active is 'Whether it runs.';

  create function cron.tell_changed_jobs() returns trigger
  language plpgsql set search_path = '' as $function$
  begin
    perform pg_notify('cron_jobs_changed', '');
    return null;
  end
  $function$;
  comment on function cron.tell_changed_jobs() is 'Trigger: the clock of every process reads the jobs again.';

  create trigger job_tell_changed after insert or update or delete on cron.job
  for each statement execute function cron.tell_changed_jobs();

  create function cron.schedule(schedule text, command text) returns bigint
  language sql set search_path = '' as $function$
    insert into cron.job (schedule, command) values (schedule, command) returning jobid
  $function$;
  comment on function cron.schedule(text, text) is 'Schedules a job without a name.';

  create function cron.schedule(job_name text, schedule text, command text) returns bigint
  language sql set search_path = '' as $function$
    insert into cron.job as known (jobname, schedule, command) values (job_name, schedule, command)
    on conflict (jobname, username) do update set schedule = excluded.schedule, command = excluded.command
    returning known.jobid
  $function$;
  comment on function cron.schedule(text, text, text) is 'Schedules a job, in place of the one that has the name.';

  create function cron.unschedule(job_id bigint) returns boolean
  language plpgsql set search_path = '' as $function$
  begin
    delete from cron.job where jobid = job_id;
    if not found then
      raise exception 'could not find valid entry for job ''%''', job_id;
    end if;
    return true;
  end
  $function$;
  comment on function cron.unschedule(bigint) is 'Takes a job away.';

  create function cron.unschedule(job_name text) returns boolean
  language plpgsql set search_path = '' as $function$
  begin
    delete from cron.job where jobname = job_name and username = current_user;
    if not found then
      raise exception 'could not find valid entry for job ''%''', job_name;
    end if;
    return true;
  end
  $function$;
  comment on function cron.unschedule(text) is 'Takes a job away.';

  -- Jobs run as those who schedule them: callers of the API schedule none.
  revoke all on all functions in schema cron from public;
end
$$;
