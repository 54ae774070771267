-- Puts a taken request back. Returns 1, or 0 if it does not exist or another consumer has it.
--
-- ARGV: time, dead letters, ticket, consumer or nothing, wait in milliseconds, attempts, patience
-- in milliseconds, and the reason if it failed.
local id, consumer, reason = ARGV[3], ARGV[4], ARGV[8]
local taken = pending(id)
if not taken or taken[2] == NOBODY or (consumer ~= '' and consumer ~= taken[2]) then
  return 0
end
if reason and taken[4] >= tonumber(ARGV[6]) then
  bury(id, fields(redis.call('XRANGE', stream, id, id)[1]), reason, taken[4], taken[2])
  return 1
end
redis.call('XCLAIM', stream, GROUP, NOBODY, 0, id, 'RETRYCOUNT', taken[4] - (reason and 0 or 1),
  'JUSTID')
redis.call('ZADD', due, text(now + tonumber(ARGV[5])), id)
forget(taken[2])
touch(tonumber(ARGV[7]))
return 1
