-- The common beginning of all operations on a queue.
--
-- KEYS: the stream of requests, the times from which taken requests can be taken again, the dead
-- letters. ARGV[1]: the time in milliseconds, or nothing for the time of Redis. ARGV[2]: how many
-- dead letters are kept.
--
-- A request is an entry of the stream, and its ticket is the entry's id. A taken request is pending
-- in the group, which counts its deliveries and knows its consumer. A request that was put back
-- belongs to NOBODY.
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

-- Returns the fields of an entry by name.
local function fields(entry)
  local named = {}
  for i = 1, #entry[2], 2 do
    named[entry[2][i]] = entry[2][i + 1]
  end
  return named
end

-- Extends the time to live of the queue.
local function touch(patience)
  redis.call('PEXPIRE', stream, text(patience + KEPT))
  redis.call('PEXPIRE', due, text(patience + KEPT))
end

-- Returns id, consumer, idle time and deliveries of a taken request; nil for any other.
local function pending(id)
  if redis.call('EXISTS', stream) == 0 then
    return nil
  end
  return redis.call('XPENDING', stream, GROUP, id, id, 1)[1]
end

-- Removes a consumer without requests, because their number would grow without bound.
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

-- Returns whether the oldest request has waited too long.
local function isStale()
  local oldest = redis.call('XRANGE', stream, '-', '+', 'COUNT', 1)[1]
  return oldest and tonumber(fields(oldest).deadline) <= now
end

-- Makes dead letters of requests that waited too long, except those that a consumer works on.
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
