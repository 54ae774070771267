-- Writes a note if its version is the expected one.
--
-- KEYS: the notes, name to "version end text", and a sorted set of the times at which their names
-- can be removed. ARGV: the time in milliseconds or '', how many milliseconds the version of an
-- expired note is kept, the name, the expected version (0: it does not exist, -1: any), how many
-- milliseconds the note lasts, the text. Returns 1 if it was written.
local notes, forgettable = KEYS[1], KEYS[2]
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local remembered, name, expected, ttl = tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])

for _, over in ipairs(redis.call('ZRANGEBYSCORE', forgettable, '-inf', now)) do
  redis.call('HDEL', notes, over)
  redis.call('ZREM', forgettable, over)
end

local version, ends = string.match(redis.call('HGET', notes, name) or '', '^(%d+) (%d+) ')
version, ends = tonumber(version or 0), tonumber(ends or 0)
local there = ends > now and version or 0
if expected ~= -1 and expected ~= there then
  return 0
end
redis.call('HSET', notes, name, string.format('%.0f %.0f ', version + 1, now + ttl) .. ARGV[6])
redis.call('ZADD', forgettable, now + ttl + remembered, name)
for _, key in ipairs(KEYS) do
  redis.call('PEXPIRE', key, string.format('%.0f', math.max(ttl + remembered, redis.call('PTTL', key))))
end
return 1
