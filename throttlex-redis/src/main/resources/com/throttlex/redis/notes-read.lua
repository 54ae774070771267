-- Reads all notes that have not expired.
--
-- KEYS: the notes, name to "version end text". ARGV: the time in milliseconds or ''. Returns the
-- name, version and text of each note.
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local kept = redis.call('HGETALL', KEYS[1])
local found = {}
for i = 1, #kept, 2 do
  local version, ends, start = string.match(kept[i + 1], '^(%d+) (%d+) ()')
  if tonumber(ends) > now then
    found[#found + 1] = kept[i]
    found[#found + 1] = version
    found[#found + 1] = string.sub(kept[i + 1], start)
  end
end
return found
