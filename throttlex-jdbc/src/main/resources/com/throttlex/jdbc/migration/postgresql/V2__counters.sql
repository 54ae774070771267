-- What is counted. No index beside the key, and room in every page: an update stays in its page and
-- touches no index. Times are nanoseconds since 1970.

create table throttlex_usage (
  key_id     bytea  not null primary key,
  counter_id bigint not null,
  limits     text   not null,
  word       bigint not null,
  previous   bigint not null,
  floor_at   bigint not null,
  expires_at bigint not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

-- The charges of sliding logs and the slots of concurrency limits.
create table throttlex_sw_log (
  counter_id   bigint not null,
  request_time bigint not null,
  units        bigint not null,
  primary key (counter_id, request_time)
);

-- Charges that can still be settled.
create table throttlex_reservation (
  name_id    bytea   not null primary key,
  charges    text    not null,
  settled    boolean not null,
  made_at    bigint  not null,
  expires_at bigint  not null
);

-- Answers for repetitions of a request.
create table throttlex_replay (
  key_id     bytea  not null primary key,
  answer     text   not null,
  expires_at bigint not null
);

-- The nodes that share the counters.
create table throttlex_node (
  node_id text   not null primary key,
  seen_at bigint not null
);
