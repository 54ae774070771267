-- The state of a queue: its length, when its oldest request came (or nothing), its dead letters.
local oldest = redis.call('XRANGE', stream, '-', '+', 'COUNT', 1)[1]
return {redis.call('XLEN', stream), oldest and fields(oldest).at or '', redis.call('XLEN', dead)}
