-- Takes requests: first those that were put back or whose consumers no longer exist, then new ones.
--
-- If very many have expired, it can take several calls to reach the requests behind them. ARGV:
-- time, dead letters, consumer, how many, visibility in milliseconds, attempts, patience in
-- milliseconds.
if redis.call('EXISTS', stream) == 0 then
  return {}
end
sweep()
local consumer, most, attempts = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[6])
local again = text(now + tonumber(ARGV[5]))
local taken = {}

local function deliver(entry, attempt)
  local named = fields(entry)
  if tonumber(named.deadline) <= now then
    bury(entry[1], named, 'expired', attempt - 1)
  elseif attempt > attempts then
    bury(entry[1], named, 'abandoned', attempt - 1)
  else
    redis.call('ZADD', due, again, entry[1])
    taken[#taken + 1] = {entry[1], named.request, named.deadline, attempt}
  end
end

for _, id in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', text(now), 'LIMIT', 0, most)) do
  local before = pending(id)
  local entry = before and redis.call('XCLAIM', stream, GROUP, consumer, 0, id)[1]
  if entry then
    deliver(entry, before[4] + 1)
  else
    remove(id) -- somebody else deleted the entry or the stream
  end
  if before and before[2] ~= consumer then
    forget(before[2])
  end
end
if #taken < most then
  local new = redis.call('XREADGROUP', 'GROUP', GROUP, consumer, 'COUNT', most - #taken,
    'STREAMS', stream, '>')
  for _, entry in ipairs(new and new[1][2] or {}) do
    deliver(entry, 1)
  end
end
forget(consumer)
touch(tonumber(ARGV[7]))
return taken
