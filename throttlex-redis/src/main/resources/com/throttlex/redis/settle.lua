-- Corrects the charges of a reservation to the real cost, once.
--
-- KEYS: the reservation, then the charged counters. ARGV: the time or '', the cost (-1: as charged)
-- and "once" if the reservation is then removed, or "less" if so many units are only taken back from
-- its open charges, then calendar limits with the edges of some
-- windows. Returns 0 if there is no such reservation, 1 if it was settled before, 2 if it is
-- settled now; "keys" and the counters if not all of them were given; "?", the time and a limit if
-- the edges of its windows are needed.

local record = call('GET', KEYS[1])
local ends, status, list = match(record or '', '^(%d+) (%l+) (.*)$')
if not ends or not less(nowS, nowN, whole(ends)) then
  return '0'
elseif status ~= 'open' then
  return '1'
end

for i = 3, #ARGV do
  local name, edges = match(ARGV[i], '^(%S+) (.+)$')
  findWindow(limitOf(name), edges)
end

local declared = {}
for i = 2, #KEYS do
  declared[KEYS[i]] = true
end

local cost, once = match(ARGV[2], '^(%-?%d+)(.*)$')
cost = tonumber(cost)
local groups, order, missing = {}, {}, {}
for key, name, time, charged, age, terms in gmatch(list, '(%S+) (%S+) (%d+) (%d+) (%d+) (%S+)') do
  if not declared[key] then
    missing[#missing + 1] = key
  else
    local group = groups[key]
    if not group then
      group = { key = key, name = name, total = 0, fixed = sub(terms, 1, 1) == '=' }
      groups[key], order[#order + 1] = group, group
    end
    group.total = group.total + tonumber(charged)
    group[#group + 1] = { time = time, units = tonumber(charged), age = tonumber(age), terms = terms }
  end
end

-- The latest charges are given back first. A charge of a counter that was reset is not given back.
local changes = {}
for _, group in ipairs(order) do
  local delta = cost - group.total
  if once == ' less' then
    local stays = group.fixed or match(group.name, '^cc:')
    delta = stays and 0 or -min(cost, group.total)
  elseif cost == 0 or match(group.name, '^cc:') then
    delta = -group.total
  elseif cost < 0 or group.fixed then
    delta = 0
  end
  if delta ~= 0 then
    local state = fetch(group.key)
    local none = state.none
    if none and delta > 0 then
      local limit = state.limit or limitOf(group.name)
      state = kinds[limit.kind].blank(group.key, limit, state.age)
    end
    if delta > 0 then
      if needsWindow(state, delta) then
        return '? ' .. digits(nowS, nowN) .. ' ' .. state.limit.text
      end
      changes[#changes + 1] = { state = state, time = group[#group].time, delta = delta }
    end
    for i = #group, 1, -1 do
      local refund = min(-delta, group[i].units)
      if refund > 0 then
        delta = delta + refund
        group[i].units = group[i].units - refund
        if not none and state.age == group[i].age then
          changes[#changes + 1] = { state = state, time = group[i].time, delta = -refund }
        end
      end
    end
  end
end
if #missing > 0 then
  for i = 2, #KEYS do
    missing[#missing + 1] = KEYS[i]
  end
  return 'keys ' .. table.concat(missing, ' ')
end

for i = 1, #changes do
  local change = changes[i]
  correct(change.state, change.time, change.delta)
end
if once == ' less' then
  local open = {}
  for _, group in ipairs(order) do
    for _, c in ipairs(group) do
      open[#open + 1] = format('%s %s %s %.0f %d %s', group.key, group.name, c.time, c.units, c.age, c.terms)
    end
  end
  call('SET', KEYS[1], ends .. ' open ' .. table.concat(open, ' '), 'KEEPTTL')
elseif once ~= '' then
  call('DEL', KEYS[1])
else
  call('SET', KEYS[1], ends .. ' settled ', 'KEEPTTL')
end
return '2'
