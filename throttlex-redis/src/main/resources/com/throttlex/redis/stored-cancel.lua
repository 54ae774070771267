-- Removes a request that waits. Returns the stage that it had; nothing if it is unknown.
--
-- ARGV[6]: ticket.
local it = request(ARGV[6])
if not it or (not isLive(it) and it.ends <= now) then
  return false
end
if it.stage == 'WAITING' then
  local first = redis.call('LINDEX', laneKey(it.lane), 0) == it.ticket
  redis.call('DEL', requestKey(it.ticket))
  leave(it.lane, it.ticket, it.bytes)
  if first then -- whoever has it must not send it, so the next one need not wait
    setDue(it.lane, now)
  end
end
return it.stage
