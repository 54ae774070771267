-- Takes the first requests of lanes that are due. Returns how many became dead letters, how many are
-- stored, and then ticket, content and attempt of each that was taken.
--
-- ARGV[6..]: consumer, how many, visibility in milliseconds, how many bytes.
local consumer, room, taken = ARGV[6], tonumber(ARGV[9]), {}

-- Returns the first request of a lane, after those that are given up. A delivery whose consumer was
-- lost before it sent the request is no attempt.
local function head(lane, unsent)
  while true do
    local ticket = redis.call('LINDEX', laneKey(lane), 0)
    local it = ticket and request(ticket)
    if not ticket then
      return nil
    elseif not it then
      leave(lane, ticket, 0) -- somebody else deleted the request
    elseif it.ends <= now then
      bury(it, 'expired')
    elseif it.attempts >= ATTEMPTS and not unsent then
      bury(it, 'abandoned')
    else
      return it
    end
  end
end

for _, lane in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', text(now), 'LIMIT', 0, ARGV[7])) do
  local holder = redis.call('HGET', holders, lane)
  local unsent = holder and string.sub(holder, 1, #UNSENT) == UNSENT
  local it = head(lane, unsent)
  if it and #taken > 0 and it.bytes > room then
    break
  elseif it then
    room = room - it.bytes
    local attempt = unsent and math.max(1, it.attempts) or it.attempts + 1
    redis.call('HSET', requestKey(it.ticket), 'attempts', attempt)
    setDue(lane, now + tonumber(ARGV[8]), UNSENT .. consumer)
    taken[#taken + 1] = {it.ticket, redis.call('HGET', requestKey(it.ticket), 'content'), attempt}
  else
    redis.call('ZREM', due, lane)
  end
end
return {buried, size('count'), unpack(taken)}
