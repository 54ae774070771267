-- Deletes entries that have not changed since they were read.
--
-- KEYS: the hash. ARGV: of each entry its id and value. Returns how many were deleted.
local forgotten = 0
for i = 1, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[i]) == ARGV[i + 1] then
    forgotten = forgotten + redis.call('HDEL', KEYS[1], ARGV[i])
  end
end
return forgotten
