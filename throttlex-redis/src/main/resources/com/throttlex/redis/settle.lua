-- Corrects the charges of a reservation to the real cost, once.
--
-- KEYS: the reservation, then the charged counters. ARGV: the time or '', the cost (-1: as charged)
-- and "once" if the reservation is then removed, then calendar limits with the edges of some
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
local changes, missing = {}, {}
for key, name, time, charged, age in gmatch(list, '(%S+) (%S+) (%d+) (%d+) (%d+)') do
  if not declared[key] then
    missing[#missing + 1] = key
  else
    local delta = cost < 0 and 0 or cost - tonumber(charged)
    if match(name, '^cc:') then
      delta = -tonumber(charged)
    end
    if delta ~= 0 then
      local state = fetch(key)
      local forgotten = state.none or state.age ~= tonumber(age)
      if state.none and delta > 0 then
        local limit = state.limit or limitOf(name)
        state = kinds[limit.kind].blank(key, limit, state.age)
      end
      if delta > 0 or not forgotten then
        if needsWindow(state, delta) then
          return '? ' .. digits(nowS, nowN) .. ' ' .. state.limit.text
        end
        changes[#changes + 1] = { state = state, time = time, delta = delta }
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
if once ~= '' then
  call('DEL', KEYS[1])
else
  call('SET', KEYS[1], ends .. ' settled ', 'KEEPTTL')
end
return '2'
