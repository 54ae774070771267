-- Delayed requests; usage by day of UTC; and the usage of all rules together, whose rule is ''.
-- All of this may run again after it was interrupted. MySQL has no "if not exists" for columns and
-- indexes, so each statement is prepared after a look at the schema.

set @missing = (select count(*) = 0 from information_schema.columns
  where table_schema = database() and table_name = 'throttlex_usage_history' and column_name = 'waited');
set @change = if(@missing,
  'alter table throttlex_usage_history add column waited bigint not null default 0', 'do 0');
prepare changing from @change;
execute changing;
deallocate prepare changing;

delete from throttlex_usage_history where resolution = 'DAY' or rule_id = '';

insert into throttlex_usage_history
    (resolution, start_at, rule_id, allowed, denied, shadow_denied, waited)
  select 'DAY', start_at - start_at % 86400000, rule_id,
      sum(allowed), sum(denied), sum(shadow_denied), 0
    from throttlex_usage_history
    where resolution = 'HOUR'
    group by start_at - start_at % 86400000, rule_id;

insert into throttlex_usage_history
    (resolution, start_at, rule_id, allowed, denied, shadow_denied, waited)
  select resolution, start_at, '', sum(allowed), sum(denied), sum(shadow_denied), 0
    from throttlex_usage_history
    group by resolution, start_at;

set @missing = (select count(*) = 0 from information_schema.statistics
  where table_schema = database() and table_name = 'throttlex_audit' and index_name = 'throttlex_audit_action');
set @change = if(@missing,
  'create index throttlex_audit_action on throttlex_audit (action(64), id)', 'do 0');
prepare changing from @change;
execute changing;
deallocate prepare changing;

set @missing = (select count(*) = 0 from information_schema.statistics
  where table_schema = database() and table_name = 'throttlex_audit' and index_name = 'throttlex_audit_target');
set @change = if(@missing,
  'create index throttlex_audit_target on throttlex_audit (target(500), id)', 'do 0');
prepare changing from @change;
execute changing;
deallocate prepare changing;
