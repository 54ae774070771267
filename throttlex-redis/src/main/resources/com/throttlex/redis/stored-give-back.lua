-- Returns a taken request to the start of its lane. Returns 1, or 0 if the consumer does not have it.
--
-- ARGV[6..]: ticket, consumer, wait in milliseconds, and the reason if it failed.
local it, reason = held(ARGV[6], ARGV[7]), ARGV[9]
if not it then
  return 0
end
if reason and it.attempts >= ATTEMPTS then
  setDue(it.lane, now)
  bury(it, reason)
  return 1
end
redis.call('HINCRBY', requestKey(it.ticket), 'attempts', reason and 0 or -1)
setDue(it.lane, math.min(now + tonumber(ARGV[8]), math.max(now, it.ends)))
return 1
