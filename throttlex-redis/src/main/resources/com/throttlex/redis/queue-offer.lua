-- Queues a request. Returns its ticket and deadline in one text, or nothing if the queue is full.
--
-- KEYS[4], if present: the ticket of a request that may be queued only once. ARGV: time, dead
-- letters, length, patience in milliseconds, the request.
local patience = tonumber(ARGV[4])
if KEYS[4] then
  local known = redis.call('GET', KEYS[4])
  if known then
    return known
  end
end
if redis.call('EXISTS', stream) == 0 then
  redis.call('XGROUP', 'CREATE', stream, GROUP, '0', 'MKSTREAM')
end
if redis.call('XLEN', stream) >= tonumber(ARGV[3]) then
  sweep()
end
if redis.call('XLEN', stream) >= tonumber(ARGV[3]) then
  return false
end
local deadline = text(now + patience)
local id = redis.call('XADD', stream, '*', 'request', ARGV[5], 'deadline', deadline,
  'at', text(now))
touch(patience)
local ticket = id .. ' ' .. deadline
if KEYS[4] then
  redis.call('SET', KEYS[4], ticket, 'PX', text(patience))
end
return ticket
