-- Corrects earlier charges.

local function fetch(key)
  return read(key, call('MGET', key)[1])
end

-- Returns whether the window of now is needed and unknown, because Lua has no calendar.
local function needsWindow(state, delta)
  local limit = state.limit
  return delta > 0 and limit.kind == 'window' and not limit.es and not less(nowS, nowN, state.es, state.en)
end

-- Finds the charge of that time in the list by binary search; returns its index, units and text.
local function find(state, s, n)
  local low, high = 1, call('LLEN', state.key) - 1
  while low <= high do
    local middle = floor((low + high) / 2)
    local entry = call('LINDEX', state.key, middle)
    local time, units = match(entry, '^(%d+):(%d+)$')
    local ts, tn = whole(time)
    if ts == s and tn == n then
      return middle, tonumber(units), entry
    elseif less(ts, tn, s, n) then
      low = middle + 1
    else
      high = middle - 1
    end
  end
  return nil
end

-- The newest charge was given back, so the one before it takes its place.
local function stepBack(state)
  local entry = call('LLEN', state.key) > 1 and call('RPOP', state.key)
  if entry then
    local time, units = match(entry, '^(%d+):(%d+)$')
    state.s, state.n = whole(time)
    state.units = tonumber(units)
  else
    state.s, state.n, state.os, state.on = 0, 0, 0, 0
  end
end

local function giveBack(state, s, n, count)
  if state.units > 0 and state.s == s and state.n == n then
    local refund = min(count, state.units)
    state.units, state.total = state.units - refund, state.total - refund
    if state.units == 0 then
      stepBack(state)
    end
    return
  end
  local place, units, entry = find(state, s, n)
  if not place then
    return
  end
  local refund = min(count, units)
  state.total = state.total - refund
  if refund < units then
    call('LSET', state.key, place, format('%d%09d:%d', s, n, units - refund))
    return
  end
  call('LREM', state.key, place > call('LLEN', state.key) / 2 and -1 or 1, entry)
  if place == 1 then
    local oldest = call('LINDEX', state.key, 1)
    if oldest then
      state.os, state.on = whole(match(oldest, '^%d+'))
    else
      state.os, state.on = state.s, state.n
    end
  end
end

local function correct(state, time, delta)
  local s, n = whole(time)
  if state.limit.kind ~= 'log' then
    kinds[state.limit.kind].settle(state, s, n, delta)
    state.text = nil
  elseif delta > 0 then
    kinds.log.add(state, delta)
  else
    giveBack(state, s, n, -delta)
  end
  keep(state)
end
