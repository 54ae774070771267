-- Stores a request at the end of its lane. Returns 1, or 0 if there is no room.
--
-- ARGV[6..]: ticket, lane, summary, content, bytes, wait; then the largest numbers of requests and
-- bytes, in all and in a lane.
local ticket, lane, bytes = ARGV[6], ARGV[7], tonumber(ARGV[10])
local inLane = size('count:' .. lane)
if size('count') >= tonumber(ARGV[12]) or size('bytes') + bytes > tonumber(ARGV[13])
  or inLane >= tonumber(ARGV[14])
  or (inLane > 0 and size('bytes:' .. lane) + bytes > tonumber(ARGV[15])) then
  return 0
end
local deadline = now + PATIENCE
redis.call('HSET', requestKey(ticket), 'lane', lane, 'stage', 'WAITING', 'summary', ARGV[8],
  'content', ARGV[9], 'bytes', ARGV[10], 'attempts', 0, 'reason', '', 'ends', text(deadline))
redis.call('RPUSH', laneKey(lane), ticket)
if inLane == 0 then
  setDue(lane, math.min(now + tonumber(ARGV[11]), deadline))
end
for _, name in ipairs({'count', 'count:' .. lane}) do
  redis.call('HINCRBY', sizes, name, 1)
end
for _, name in ipairs({'bytes', 'bytes:' .. lane}) do
  redis.call('HINCRBY', sizes, name, bytes)
end
for _, key in ipairs({requestKey(ticket), laneKey(lane), due, holders, sizes}) do
  redis.call('PEXPIRE', key, text(PATIENCE + KEPT))
end
return 1
