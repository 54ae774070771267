-- Names and texts are compared byte by byte; times are milliseconds since 1970.

-- The row of its kind is locked by every change, so that changes happen one after another.
create table throttlex_revision (
  name  text collate "C" not null primary key,
  value bigint           not null
);
insert into throttlex_revision (name, value) values ('rule-revision', 0), ('user-revision', 0);

create table throttlex_policy (
  id         text collate "C" not null primary key,
  version    bigint           not null,
  content    text             not null,
  actor      text             not null,
  changed_at bigint           not null
);

-- Outlives the rule, so that version numbers go on when an id is used again.
create table throttlex_policy_version (
  rule_id    text collate "C" not null,
  version    bigint           not null,
  action     text             not null,
  actor      text             not null,
  changed_at bigint           not null,
  content    text,
  previous   text,
  primary key (rule_id, version)
);

-- turn orders the changes of one thing, also those of several databases: the time in milliseconds,
-- or one more than the turn before. revision is the value of user-revision at the change.
create table throttlex_tier (
  user_id    text collate "C" not null primary key,
  tier       text             not null,
  actor      text             not null,
  changed_at bigint           not null,
  turn       bigint           not null,
  revision   bigint           not null
);
create index throttlex_tier_revision on throttlex_tier (revision);

create table throttlex_override (
  user_id    text collate "C" not null,
  rule_id    text collate "C" not null,
  limits     text             not null,
  expires_at bigint           not null,
  actor      text             not null,
  changed_at bigint           not null,
  turn       bigint           not null,
  revision   bigint           not null,
  primary key (user_id, rule_id)
);
create index throttlex_override_expiry on throttlex_override (expires_at);
create index throttlex_override_revision on throttlex_override (revision);

-- What was taken back, so that other databases learn of it. The rule of a tier is ''.
create table throttlex_removal (
  user_id    text collate "C" not null,
  rule_id    text collate "C" not null,
  actor      text             not null,
  changed_at bigint           not null,
  turn       bigint           not null,
  revision   bigint           not null,
  primary key (user_id, rule_id)
);
create index throttlex_removal_time on throttlex_removal (changed_at);
create index throttlex_removal_revision on throttlex_removal (revision);

create table throttlex_audit (
  id          bigint           not null generated always as identity primary key,
  happened_at bigint           not null,
  actor       text collate "C" not null,
  action      text             not null,
  target      text             not null,
  user_id     text collate "C",
  detail      text             not null
);
create index throttlex_audit_time on throttlex_audit (happened_at);
-- Any request may bring a user whose name is too long for an index.
create index throttlex_audit_user on throttlex_audit (left(user_id, 500), id);
create index throttlex_audit_actor on throttlex_audit (actor, id);

create table throttlex_usage_history (
  resolution    text collate "C" not null,
  start_at      bigint           not null,
  rule_id       text collate "C" not null,
  allowed       bigint           not null,
  denied        bigint           not null,
  shadow_denied bigint           not null,
  primary key (resolution, start_at, rule_id)
);
create index throttlex_usage_history_rule
  on throttlex_usage_history (resolution, rule_id, start_at);
