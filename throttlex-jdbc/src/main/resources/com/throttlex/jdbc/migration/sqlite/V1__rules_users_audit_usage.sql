-- Names and texts are compared byte by byte; times are milliseconds since 1970.

create table throttlex_counter (
  name  text   not null primary key,
  value bigint not null
);
insert into throttlex_counter (name, value) values ('rule-revision', 0);

create table throttlex_rule (
  id         text   not null primary key,
  version    bigint not null,
  content    text   not null,
  actor      text   not null,
  changed_at bigint not null
);

-- Outlives the rule, so that version numbers go on when an id is used again.
create table throttlex_rule_version (
  rule_id    text   not null,
  version    bigint not null,
  action     text   not null,
  actor      text   not null,
  changed_at bigint not null,
  content    text,
  previous   text,
  primary key (rule_id, version)
);

create table throttlex_tier (
  user_id    text   not null primary key,
  tier       text   not null,
  actor      text   not null,
  changed_at bigint not null
);

create table throttlex_override (
  user_id    text   not null,
  rule_id    text   not null,
  limits     text   not null,
  expires_at bigint not null,
  actor      text   not null,
  changed_at bigint not null,
  primary key (user_id, rule_id)
);
create index throttlex_override_expiry on throttlex_override (expires_at);

-- autoincrement: an id is never used twice, also when the newest row was deleted.
create table throttlex_audit (
  id          integer not null primary key autoincrement,
  happened_at bigint  not null,
  actor       text    not null,
  action      text    not null,
  target      text    not null,
  user_id     text,
  detail      text    not null
);
create index throttlex_audit_time on throttlex_audit (happened_at);
create index throttlex_audit_user on throttlex_audit (user_id, id);
create index throttlex_audit_actor on throttlex_audit (actor, id);

create table throttlex_usage (
  resolution    text   not null,
  start_at      bigint not null,
  rule_id       text   not null,
  allowed       bigint not null,
  denied        bigint not null,
  shadow_denied bigint not null,
  primary key (resolution, start_at, rule_id)
);
create index throttlex_usage_rule on throttlex_usage (resolution, rule_id, start_at);
