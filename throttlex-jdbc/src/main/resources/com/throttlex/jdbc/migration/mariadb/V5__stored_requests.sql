-- Requests that are sent later, and their answers. Every change first locks the row of its service
-- in throttlex_queue. Times are milliseconds since 1970.
-- All of this may run again after it was interrupted.

create table if not exists throttlex_stored (
  ticket     varbinary(128) not null primary key,
  queue_id   varbinary(64)  not null,
  lane_id    varbinary(64)  not null,
  number     bigint         not null,
  stage      varbinary(16)  not null,
  summary    mediumtext     not null,
  size_bytes bigint         not null,
  attempts   integer        not null,
  reason     mediumtext     not null,
  ends_at    bigint         not null,
  content    longblob       not null,
  index throttlex_stored_turn (queue_id, lane_id, number),
  index throttlex_stored_end (lane_id, ends_at)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

-- Lanes with requests: when the first one can be taken, and who has it.
create table if not exists throttlex_stored_lane (
  queue_id      varbinary(64) not null,
  lane_id       varbinary(64) not null,
  due_at        bigint        not null,
  holder        text,
  waiting       bigint        not null,
  waiting_bytes bigint        not null,
  primary key (queue_id, lane_id),
  index throttlex_stored_lane_due (queue_id, due_at)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;
