-- The common beginning of all operations on stored requests.
--
-- KEYS: the times at which lanes are due, the consumers that have them, the sizes, the dead letters.
-- The keys of requests and lanes begin with the first key and have its hash slot. ARGV[1]: the time
-- in milliseconds, or nothing for the time of Redis. ARGV[2..5]: dead letters, patience, attempts,
-- and for how long an end is kept; times are in milliseconds.
--
-- A lane is a list of tickets, and only its first one can be taken. A request that has ended leaves
-- its lane; its hash has the answer in place of the request.
local due, holders, sizes, dead = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local PATIENCE, ATTEMPTS, ENDS_KEPT = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local KEPT = 24 * 60 * 60 * 1000      -- for how long after its last use a lane is kept
local LETTERS_KEPT = 7 * KEPT
local UNSENT = '~'                    -- before a consumer that has not sent the request yet

local function text(number)
  return string.format('%.0f', number)
end

local function time(given)
  if given ~= '' then
    return tonumber(given)
  end
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end

local now = time(ARGV[1])

local function requestKey(ticket)
  return due .. ':request:' .. ticket
end

local function laneKey(lane)
  return due .. ':lane:' .. lane
end

local function size(name)
  return tonumber(redis.call('HGET', sizes, name) or '0')
end

-- Returns a request without its content, or nil.
local function request(ticket)
  local f = redis.call('HMGET', requestKey(ticket), 'lane', 'stage', 'summary', 'bytes', 'attempts',
    'reason', 'ends')
  if not f[1] then
    return nil
  end
  return {ticket = ticket, lane = f[1], stage = f[2], summary = f[3], bytes = tonumber(f[4]),
    attempts = tonumber(f[5]), reason = f[6], ends = tonumber(f[7])}
end

local function isLive(it)
  return it.stage == 'WAITING' or it.stage == 'SENT'
end

-- Returns the request of a ticket if the consumer has its lane.
local function held(ticket, consumer)
  local it = request(ticket)
  local holder = it and isLive(it) and redis.call('HGET', holders, it.lane)
  if holder == consumer or holder == UNSENT .. consumer then
    return it
  end
  return nil
end

local function setDue(lane, at, consumer)
  if redis.call('EXISTS', laneKey(lane)) == 0 then
    return
  end
  redis.call('ZADD', due, text(at), lane)
  if consumer then
    redis.call('HSET', holders, lane, consumer)
  else
    redis.call('HDEL', holders, lane)
  end
end

-- Removes a ticket from its lane, and an empty lane.
local function leave(lane, ticket, bytes)
  redis.call('LREM', laneKey(lane), 1, ticket)
  if redis.call('EXISTS', laneKey(lane)) == 0 then
    redis.call('ZREM', due, lane)
    redis.call('HDEL', holders, lane)
    redis.call('HDEL', sizes, 'count:' .. lane, 'bytes:' .. lane)
  else
    redis.call('HINCRBY', sizes, 'count:' .. lane, -1)
    redis.call('HINCRBY', sizes, 'bytes:' .. lane, -bytes)
  end
  redis.call('HINCRBY', sizes, 'bytes', -bytes)
  if redis.call('HINCRBY', sizes, 'count', -1) <= 0 then
    redis.call('DEL', sizes)
  end
end

local function stop(it, stage, reason, answer)
  local key = requestKey(it.ticket)
  redis.call('HSET', key, 'stage', stage, 'reason', reason, 'content', answer, 'summary', '',
    'ends', text(now + ENDS_KEPT))
  redis.call('PEXPIRE', key, text(ENDS_KEPT))
  leave(it.lane, it.ticket, it.bytes)
end

local buried = 0                      -- how many requests this call made dead letters

local function bury(it, reason)
  buried = buried + 1
  redis.call('XADD', dead, 'MAXLEN', ARGV[2], '*', 'ticket', it.ticket, 'request', it.summary,
    'reason', reason, 'attempts', text(it.attempts), 'at', text(now))
  redis.call('PEXPIRE', dead, text(LETTERS_KEPT))
  stop(it, 'FAILED', reason, '')
end
