-- Returns the state of a queue: its length, the time of its oldest request (or nothing), its dead
-- letters.
local oldest = redis.call('XRANGE', stream, '-', '+', 'COUNT', 1)[1]
return {redis.call('XLEN', stream), oldest and fields(oldest).at or '', redis.call('XLEN', dead)}
