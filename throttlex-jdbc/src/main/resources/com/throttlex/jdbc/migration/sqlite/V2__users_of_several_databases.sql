-- turn orders the changes of one thing, also those of several databases: the time in milliseconds,
-- or one more than the turn before. revision is the counter's value at the change.

alter table throttlex_tier add column turn bigint not null default 0;
alter table throttlex_tier add column revision bigint not null default 0;
create index throttlex_tier_revision on throttlex_tier (revision);

alter table throttlex_override add column turn bigint not null default 0;
alter table throttlex_override add column revision bigint not null default 0;
create index throttlex_override_revision on throttlex_override (revision);

-- What was taken back, so that other databases learn of it. The rule of a tier is ''.
create table throttlex_removal (
  user_id    text   not null,
  rule_id    text   not null,
  actor      text   not null,
  changed_at bigint not null,
  turn       bigint not null,
  revision   bigint not null,
  primary key (user_id, rule_id)
);
create index throttlex_removal_time on throttlex_removal (changed_at);
create index throttlex_removal_revision on throttlex_removal (revision);

insert into throttlex_counter (name, value) values ('user-revision', 0);
