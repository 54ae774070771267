-- Replaces a taken request by its answer. Returns 1, or 0 if the consumer does not have it.
--
-- The bytes of kept answers are counted until they expire. ARGV[6..]: ticket, consumer, answer, its
-- bytes, what is kept in its place if there is no room, and the largest number of bytes.
local EXPIRED_AT_ONCE = 1000
local it = held(ARGV[6], ARGV[7])
if not it then
  return 0
end
local ends, total, bytes = due .. ':kept', due .. ':kept:bytes', tonumber(ARGV[9])
for _, each in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', text(now), 'LIMIT', 0, EXPIRED_AT_ONCE)) do
  redis.call('ZREM', ends, each)
  redis.call('DECRBY', total, string.match(each, '^%d+'))
end
local answer = ARGV[10]
if tonumber(redis.call('GET', total) or '0') + bytes <= tonumber(ARGV[11]) then
  answer = ARGV[8]
  redis.call('ZADD', ends, text(now + ENDS_KEPT), ARGV[9] .. ':' .. it.ticket)
  redis.call('INCRBY', total, ARGV[9])
  redis.call('PEXPIRE', ends, text(ENDS_KEPT))
  redis.call('PEXPIRE', total, text(ENDS_KEPT))
end
setDue(it.lane, now)
stop(it, 'ANSWERED', '', answer)
return 1
