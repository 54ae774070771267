-- Notes that a node is alive, forgets those that have been silent for too long, and counts the rest.
-- KEYS[1]: the nodes, a sorted set by the time they were last heard of
-- ARGV: the node's name, after how many milliseconds of silence a node counts as gone
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local silence = tonumber(ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - silence)
redis.call('PEXPIRE', KEYS[1], 10 * silence)
return redis.call('ZCARD', KEYS[1])
