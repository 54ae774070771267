-- Stores the entries that rank above the stored ones, and publishes notices.
--
-- KEYS: the hash. ARGV: the channel, the hash's time to live in milliseconds, how to publish, and
-- then of each entry its id, rank and text. Returns how many were stored.
--
-- How: 'each' publishes a notice of each entry. 'quiet' publishes nothing, and leaves the revision.
-- 'together' publishes one notice for all quiet calls before it, from no revision to a new one.
-- 'parts' counts the quiet calls, and 'writing' exists until the last of them has its notice. So a
-- reader notices that it has read a part of a change.
--
-- A revision is never used twice, even after the hash was lost: it is the time in microseconds, or
-- one more than before. Ranks are hexadecimal digits of one length, which every locale sorts alike.
local book, channel, how = KEYS[1], ARGV[1], ARGV[3]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local revision = redis.call('HGET', book, 'revision')
if not revision then
  revision = string.format('%.0f', now)
  redis.call('HSET', book, 'revision', revision)
end
local function advance(from, id)
  local next = string.format('%.0f', math.max(now, tonumber(revision) + 1))
  redis.call('HSET', book, 'revision', next)
  redis.call('PUBLISH', channel, from .. ' ' .. next .. ' ' .. id)
  revision = next
end
local kept = 0
for i = 4, #ARGV, 3 do
  local id, rank, text = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local before = redis.call('HGET', book, id)
  if not before or string.sub(before, 1, #rank) < rank then
    redis.call('HSET', book, id, rank .. ' ' .. text)
    if how == 'each' then
      advance(revision, id)
    end
    kept = kept + 1
  end
end
if how == 'quiet' then
  redis.call('HINCRBY', book, 'parts', 1)
  redis.call('HSET', book, 'writing', 1)
elseif how == 'together' then
  redis.call('HDEL', book, 'writing')
  advance('-', 'all')
end
redis.call('PEXPIRE', book, ARGV[2])
return kept
