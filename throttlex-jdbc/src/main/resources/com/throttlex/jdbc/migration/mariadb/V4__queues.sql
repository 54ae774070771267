-- Queues of denied requests. Every change of a queue first locks its row; last_number names the
-- newest request or dead letter; stored_count is the number of requests that are sent later. Times are
-- milliseconds since 1970.
-- All of this may run again after it was interrupted.

create table if not exists throttlex_queue (
  lane_id      varbinary(64) not null primary key,
  service      mediumtext    not null,
  last_number  bigint        not null,
  used_at      bigint        not null,
  stored_count bigint        not null default 0,
  stored_bytes bigint        not null default 0,
  index throttlex_queue_use (used_at)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

create table if not exists throttlex_queued (
  lane_id    varbinary(64) not null,
  number     bigint        not null,
  request    mediumtext    not null,
  queued_at  bigint        not null,
  deadline   bigint        not null,
  visible_at bigint        not null,
  attempts   integer       not null,
  consumer   mediumtext,
  primary key (lane_id, number),
  index throttlex_queued_turn (lane_id, visible_at, number),
  index throttlex_queued_deadline (lane_id, deadline)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

-- The tickets of requests that may be queued only once.
create table if not exists throttlex_queued_once (
  once_id  varbinary(64) not null primary key,
  ticket   text          not null,
  deadline bigint        not null,
  index throttlex_queued_once_deadline (deadline)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

create table if not exists throttlex_dead_letter (
  lane_id  varbinary(64) not null,
  number   bigint        not null,
  ticket   text          not null,
  request  mediumtext    not null,
  reason   mediumtext    not null,
  attempts integer       not null,
  died_at  bigint        not null,
  primary key (lane_id, number),
  index throttlex_dead_letter_time (died_at)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;
