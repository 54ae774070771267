-- What all operations on a queue begin with.
--
-- KEYS: the stream of requests, the times from which those that were taken can be taken again,
-- the dead letters. ARGV[1]: the time in milliseconds, or nothing for the time of Redis.
-- ARGV[2]: how many dead letters are kept.
--
-- A request is an entry of the stream and its ticket the entry's id. Once taken it is pending in
-- the group, which counts its deliveries and knows its consumer; given back it belongs to NOBODY.
local stream, due, dead = KEYS[1], KEYS[2], KEYS[3]
local GROUP = 'workers'
local NOBODY = ''
local KEPT = 24 * 60 * 60 * 1000      -- for how long after its last use a queue is kept
local LETTERS_KEPT = 7 * KEPT
local SWEPT = 200                     -- how many requests are given up at a time

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

-- An entry's fields by name.
local function fields(entry)
  local named = {}
  for i = 1, #entry[2], 2 do
    named[entry[2][i]] = entry[2][i + 1]
  end
  return named
end

-- Puts off the end of the queue.
local function touch(patience)
  redis.call('PEXPIRE', stream, text(patience + KEPT))
  redis.call('PEXPIRE', due, text(patience + KEPT))
end

-- Id, consumer, idle time and deliveries of a request that was taken; nil of any other.
local function pending(id)
  if redis.call('EXISTS', stream) == 0 then
    return nil
  end
  return redis.call('XPENDING', stream, GROUP, id, id, 1)[1]
end

-- Removes a consumer that has nothing in hand, or there would be more and more of them.
local function forget(consumer)
  if #redis.call('XPENDING', stream, GROUP, '-', '+', 1, consumer) == 0 then
    redis.call('XGROUP', 'DELCONSUMER', stream, GROUP, consumer)
  end
end

local function remove(id, consumer)
  redis.call('XACK', stream, GROUP, id)
  redis.call('XDEL', stream, id)
  redis.call('ZREM', due, id)
  if consumer then
    forget(consumer)
  end
end

-- Makes a request a dead letter.
local function bury(id, named, reason, attempts, consumer)
  redis.call('XADD', dead, 'MAXLEN', ARGV[2], '*', 'ticket', id, 'request', named.request,
    'reason', reason, 'attempts', attempts, 'at', text(now))
  redis.call('PEXPIRE', dead, text(LETTERS_KEPT))
  remove(id, consumer)
end

-- Whether the oldest request has waited too long.
local function isStale()
  local oldest = redis.call('XRANGE', stream, '-', '+', 'COUNT', 1)[1]
  return oldest and tonumber(fields(oldest).deadline) <= now
end

-- Gives up what waited too long, unless somebody works on it right now.
local function sweep()
  if not isStale() then
    return
  end
  for _, entry in ipairs(redis.call('XRANGE', stream, '-', '+', 'COUNT', SWEPT)) do
    local named = fields(entry)
    if tonumber(named.deadline) > now then
      return
    end
    local taken = pending(entry[1])
    local again = redis.call('ZSCORE', due, entry[1])
    if not taken then
      bury(entry[1], named, 'expired', 0)
    elseif taken[2] == NOBODY or not again or tonumber(again) <= now then
      bury(entry[1], named, 'expired', taken[4], taken[2])
    end
  end
end
