-- Keeps the lane of a taken request, and marks the request as sent. Returns 1, or 0 if the consumer
-- does not have it.
--
-- ARGV[6..]: ticket, consumer, visibility in milliseconds.
local it = held(ARGV[6], ARGV[7])
if not it then
  return 0
end
redis.call('HSET', requestKey(it.ticket), 'stage', 'SENT')
setDue(it.lane, now + tonumber(ARGV[8]), ARGV[7])
return 1
