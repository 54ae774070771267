-- A token bucket in one value: the microsecond at which it is full again.
-- KEYS[1] the bucket; ARGV[1] its capacity; ARGV[2] the microseconds in which it fills up
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local period = tonumber(ARGV[2])
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0)) + period / tonumber(ARGV[1])
if full - now > period then
  return 0
end
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil(period / 1000))
return 1
