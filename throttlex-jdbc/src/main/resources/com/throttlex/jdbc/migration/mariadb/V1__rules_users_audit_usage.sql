-- Names are compared byte by byte, so they are bytes: MariaDB and MySQL have no collation in common
-- that heeds trailing blanks. Times are milliseconds since 1970.
-- Tables are not made in a transaction here. All of this may run again after it was interrupted.

-- The row of its kind is locked by every change, so that changes happen one after another.
create table if not exists throttlex_revision (
  name  varbinary(64) not null primary key,
  value bigint        not null
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;
insert ignore into throttlex_revision (name, value)
  values ('rule-revision', 0), ('user-revision', 0);

create table if not exists throttlex_policy (
  id         varbinary(512) not null primary key,
  version    bigint         not null,
  content    mediumtext     not null,
  actor      text           not null,
  changed_at bigint         not null
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

-- Outlives the rule, so that version numbers go on when an id is used again.
create table if not exists throttlex_policy_version (
  rule_id    varbinary(512) not null,
  version    bigint         not null,
  action     varchar(64)    not null,
  actor      text           not null,
  changed_at bigint         not null,
  content    mediumtext,
  previous   mediumtext,
  primary key (rule_id, version)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

-- turn orders the changes of one thing, also those of several databases: the time in milliseconds,
-- or one more than the turn before. revision is the value of user-revision at the change.
create table if not exists throttlex_tier (
  user_id    varbinary(2048) not null primary key,
  tier       text            not null,
  actor      text            not null,
  changed_at bigint          not null,
  turn       bigint          not null,
  revision   bigint          not null,
  index throttlex_tier_revision (revision)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

create table if not exists throttlex_override (
  user_id    varbinary(2048) not null,
  rule_id    varbinary(512)  not null,
  limits     mediumtext      not null,
  expires_at bigint          not null,
  actor      text            not null,
  changed_at bigint          not null,
  turn       bigint          not null,
  revision   bigint          not null,
  primary key (user_id, rule_id),
  index throttlex_override_expiry (expires_at),
  index throttlex_override_revision (revision)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

-- What was taken back, so that other databases learn of it. The rule of a tier is ''.
create table if not exists throttlex_removal (
  user_id    varbinary(2048) not null,
  rule_id    varbinary(512)  not null,
  actor      text            not null,
  changed_at bigint          not null,
  turn       bigint          not null,
  revision   bigint          not null,
  primary key (user_id, rule_id),
  index throttlex_removal_time (changed_at),
  index throttlex_removal_revision (revision)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

-- Any request may bring a user whose name is too long for an index.
create table if not exists throttlex_audit (
  id          bigint          not null auto_increment primary key,
  happened_at bigint          not null,
  actor       varbinary(2048) not null,
  action      text            not null,
  target      mediumtext      not null,
  user_id     varbinary(8192),
  detail      mediumtext      not null,
  index throttlex_audit_time (happened_at),
  index throttlex_audit_user (user_id(2000), id),
  index throttlex_audit_actor (actor, id)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;

create table if not exists throttlex_usage_history (
  resolution    varbinary(16)  not null,
  start_at      bigint         not null,
  rule_id       varbinary(512) not null,
  allowed       bigint         not null,
  denied        bigint         not null,
  shadow_denied bigint         not null,
  primary key (resolution, start_at, rule_id),
  index throttlex_usage_history_rule (resolution, rule_id, start_at)
) engine = InnoDB row_format = dynamic character set utf8mb4 collate utf8mb4_bin;
