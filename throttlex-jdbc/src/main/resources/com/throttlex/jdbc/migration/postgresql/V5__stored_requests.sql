-- Requests that are sent later, and their answers. Every change first locks the row of its service
-- in throttlex_queue. Times are milliseconds since 1970.

create table throttlex_stored (
  ticket     text collate "C" not null primary key,
  queue_id   text collate "C" not null,
  lane_id    text collate "C" not null,
  number     bigint  not null,
  stage      text    not null,
  summary    text    not null,
  size_bytes bigint  not null,
  attempts   integer not null,
  reason     text    not null,
  ends_at    bigint  not null,
  content    bytea   not null
);
create index throttlex_stored_turn on throttlex_stored (queue_id, lane_id, number);
create index throttlex_stored_end on throttlex_stored (lane_id, ends_at);

-- Lanes with requests: when the first one can be taken, and who has it.
create table throttlex_stored_lane (
  queue_id      text collate "C" not null,
  lane_id       text collate "C" not null,
  due_at        bigint not null,
  holder        text,
  waiting       bigint not null,
  waiting_bytes bigint not null,
  primary key (queue_id, lane_id)
);
create index throttlex_stored_lane_due on throttlex_stored_lane (queue_id, due_at);
