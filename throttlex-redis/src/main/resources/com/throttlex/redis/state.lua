-- The stored form of counters: the limit of their last charge, then their numbers, such as
-- "tb:100/60 1763200000123456000". A counter that was reset leaves "limit#1 gone" for a while, and
-- the next one there is "limit#1 numbers". So a settlement of charges from before the reset does
-- not give back charges from after it.

local MARGIN = 60000 -- how many milliseconds a state outlives its use, in case the clock goes back

-- Reads the stored value: a state, or a mark that there is none.
local function read(key, text)
  if not text then
    text = call('LINDEX', key, 0)
    if not text then
      return { key = key, none = true, age = 0 }
    end
  end
  local name, numbers = match(text, '^(%S+) (.+)$')
  if not name then
    error('FOREIGN value where a counter should be')
  end
  local age = 0
  local limit = limits[name]
  if not limit then
    local plain, resets = match(name, '^(.*)#(%d+)$')
    age = tonumber(resets) or 0
    limit = limitOf(plain or name)
  end
  if numbers == 'gone' then
    return { key = key, none = true, age = age, limit = limit }
  end
  return kinds[limit.kind].read(key, limit, age, numbers)
end

local function copyOf(state)
  local copy = {}
  for name, value in pairs(state) do
    copy[name] = value
  end
  return copy
end

-- Returns the state under another limit: the same if it counts alike, or else one with the units in
-- use.
local function under(state, limit)
  local old = state.limit
  if old == limit then
    return state
  end
  if old.kind == 'log' then
    kinds.log.leave(state, old)
  end
  local alike = old.kind == limit.kind and (old.kind == 'log' or old.period == limit.period)
    and (old.kind ~= 'bucket' or old.amount == limit.amount)
  if alike then
    state.limit, state.dirty = limit, true
    return state
  end
  return kinds[limit.kind].start(state.key, limit, state.age, kinds[old.kind].used(state))
end

-- Returns the numbers of a state as text.
local function numbers(state)
  return state.text or kinds[state.limit.kind].write(state)
end

local function keep(state)
  local limit = state.limit
  local name = state.age == 0 and limit.text or limit.text .. '#' .. state.age
  local kind = kinds[limit.kind]
  local ttl = MARGIN + ceil(1000 * max(0, kind.lasts(state)))
  if limit.kind == 'log' then
    kind.keep(state, name)
    call('PEXPIRE', state.key, ttl)
  else
    call('SET', state.key, name .. ' ' .. numbers(state), 'PX', ttl)
  end
end
