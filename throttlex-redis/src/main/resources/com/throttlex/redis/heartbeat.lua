-- Records that a node is alive, removes nodes without a recent heartbeat, and counts the rest.
--
-- KEYS[1]: the nodes, a sorted set by the time of their last heartbeat. ARGV: the name of the node,
-- the milliseconds without a heartbeat after which a node is no longer alive.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local silence = tonumber(ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - silence)
redis.call('PEXPIRE', KEYS[1], 10 * silence)
return redis.call('ZCARD', KEYS[1])
