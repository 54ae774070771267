-- Gives up the right to decide a request of several hash slots, because no answer to it is stored.
-- The next request decides.
--
-- KEYS: the stored answer. An answer that was written meanwhile, by a request that no longer
-- waited, stays.

if redis.call('GET', KEYS[1]) == 'pending' then
  redis.call('DEL', KEYS[1])
end
return 0
