-- Small texts that nodes share. After ends_at a note is not there; its version is kept until expires_at.
-- All of this may run again after it was interrupted.

create table if not exists throttlex_note (
  note_id    varbinary(255) not null primary key,
  name       mediumblob     not null,
  version    bigint         not null,
  content    mediumblob     not null,
  ends_at    bigint         not null,
  expires_at bigint         not null
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;
