-- Takes back charges of a request that was then denied in another hash slot.
--
-- KEYS: the counters. ARGV: the time or '', then for every counter "limit time cost|after|before":
-- the charge and its time, the state after it and the state before it. If nothing has changed
-- since, the counter gets its state from before; otherwise the charge is given back as by a
-- settlement. A log gets its charge back in either case, and its latest change is the one from
-- before if nothing has changed since.

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
