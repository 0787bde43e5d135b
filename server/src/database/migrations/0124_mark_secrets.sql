-- A process with other secrets than the rest starts, answers, and refuses everybody's sessions: the database knows by marks whose
-- secrets it was last used with.

create table trellis_server.secret_marks (
  name text not null,
  mark text not null,
  noted_at timestamptz not null default clock_timestamp(),
  constraint secret_marks_pkey primary key (name)
);
comment on table trellis_server.secret_marks is 'By which secrets the last start of a server went.';
comment on column trellis_server.secret_marks.name is 'The name of the variable in the environment.';
comment on column trellis_server.secret_marks.mark is 'A part of a hash, which tells nothing of the secret but whether it is the same.';

alter table trellis_server.secret_marks enable row level security;
