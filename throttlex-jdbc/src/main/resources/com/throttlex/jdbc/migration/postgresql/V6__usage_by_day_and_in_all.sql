-- Delayed requests; usage by day of UTC; and the usage of all rules together, whose rule is ''.
alter table throttlex_usage_history add column waited bigint not null default 0;

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

create index throttlex_audit_action on throttlex_audit (action, id);
-- A target may be too long for an index.
create index throttlex_audit_target on throttlex_audit (left(target, 500), id);
