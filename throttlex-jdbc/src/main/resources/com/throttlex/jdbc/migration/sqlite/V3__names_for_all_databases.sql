-- The names that the tables have in every database; throttlex_usage is kept free for counters.

alter table throttlex_counter rename to throttlex_revision;
alter table throttlex_rule rename to throttlex_policy;
alter table throttlex_rule_version rename to throttlex_policy_version;

drop index throttlex_usage_rule;
alter table throttlex_usage rename to throttlex_usage_history;
create index throttlex_usage_history_rule
  on throttlex_usage_history (resolution, rule_id, start_at);
