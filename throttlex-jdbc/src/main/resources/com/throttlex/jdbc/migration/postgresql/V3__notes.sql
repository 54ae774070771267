-- Small texts that nodes share. After ends_at a note is not there; its version is kept until expires_at.

create table throttlex_note (
  note_id    bytea  not null primary key,
  name       bytea  not null,
  version    bigint not null,
  content    bytea  not null,
  ends_at    bigint not null,
  expires_at bigint not null
);
