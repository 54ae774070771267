-- Takes charges back that were made for a request which was then denied elsewhere.
--
-- KEYS: the counters. ARGV: the time or '', then for every counter "limit time cost|after|before": what
-- was charged and when, the state that this left and the one that it met. If nothing has happened since,
-- the counter is again as it was; otherwise the charge is given back as a settlement does. A log gets its
-- charge back in either case, and its latest change is that of before if nothing has happened since.

for i = 1, #KEYS do
  local name, time, cost, after, before = match(ARGV[1 + i], '^(%S+) (%d+) (%d+)|([^|]*)|(.*)$')
  local state = fetch(KEYS[i])
  local limit = state.limit
  if not state.none then
    local same = limit.text == name and numbers(state) == after
    if same and limit.kind ~= 'log' then
      keep(kinds[limit.kind].read(state.key, limit, state.age, before))
    else
      if same then
        state.ls, state.ln = whole(match(before, '%d+$'))
      end
      correct(state, time, -tonumber(cost))
    end
  end
end
return 0
