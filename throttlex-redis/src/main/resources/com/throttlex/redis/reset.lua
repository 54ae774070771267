-- KEYS: a counter. ARGV: the time or ''. Resets the counter; returns 1 if it existed.

local REMEMBERED = 300000 -- for how many milliseconds at least it is known that there was one

local state = read(KEYS[1], call('MGET', KEYS[1])[1])
if state.none then
  return 0
end
local ttl = max(REMEMBERED, call('PTTL', KEYS[1]))
call('SET', KEYS[1], state.limit.text .. '#' .. (state.age + 1) .. ' gone', 'PX', ttl)
return 1
