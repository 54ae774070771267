-- What is counted, with no index beside the key. Times are nanoseconds since 1970.
-- All of this may run again after it was interrupted.

create table if not exists throttlex_usage (
  key_id     varbinary(255) not null primary key,
  counter_id bigint         not null,
  limits     varbinary(255) not null,
  word       bigint         not null,
  previous   bigint         not null,
  floor_at   bigint         not null,
  expires_at bigint         not null
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

-- The charges of sliding logs and the slots of concurrency limits.
create table if not exists throttlex_sw_log (
  counter_id   bigint not null,
  request_time bigint not null,
  units        bigint not null,
  primary key (counter_id, request_time)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

-- Charges that can still be settled.
create table if not exists throttlex_reservation (
  name_id    varbinary(255) not null primary key,
  charges    mediumblob     not null,
  settled    boolean        not null,
  made_at    bigint         not null,
  expires_at bigint         not null
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

-- Answers for repetitions of a request.
create table if not exists throttlex_replay (
  key_id     varbinary(255) not null primary key,
  answer     mediumblob     not null,
  expires_at bigint         not null
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

-- The nodes that share the counters.
create table if not exists throttlex_node (
  node_id varbinary(255) not null primary key,
  seen_at bigint         not null
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;
