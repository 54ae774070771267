-- Queues of denied requests. Every change of a queue first locks its row; last_number names the
-- newest request or dead letter; stored_count is the number of requests that are sent later. Times are
-- milliseconds since 1970.

create table throttlex_queue (
  lane_id      text collate "C" not null primary key,
  service      text   not null,
  last_number  bigint not null,
  used_at      bigint not null,
  stored_count bigint not null default 0,
  stored_bytes bigint not null default 0
);
create index throttlex_queue_use on throttlex_queue (used_at);

create table throttlex_queued (
  lane_id    text collate "C" not null,
  number     bigint  not null,
  request    text    not null,
  queued_at  bigint  not null,
  deadline   bigint  not null,
  visible_at bigint  not null,
  attempts   integer not null,
  consumer   text,
  primary key (lane_id, number)
);
create index throttlex_queued_turn on throttlex_queued (lane_id, visible_at, number);
create index throttlex_queued_deadline on throttlex_queued (lane_id, deadline);

-- The tickets of requests that may be queued only once.
create table throttlex_queued_once (
  once_id  text collate "C" not null primary key,
  ticket   text   not null,
  deadline bigint not null
);
create index throttlex_queued_once_deadline on throttlex_queued_once (deadline);

create table throttlex_dead_letter (
  lane_id  text collate "C" not null,
  number   bigint  not null,
  ticket   text    not null,
  request  text    not null,
  reason   text    not null,
  attempts integer not null,
  died_at  bigint  not null,
  primary key (lane_id, number)
);
create index throttlex_dead_letter_time on throttlex_dead_letter (died_at);
