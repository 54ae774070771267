-- Gives up the right to decide a request of several slots, as no answer to it is kept: the next one decides.
--
-- KEYS: the kept answer. One that was written meanwhile, by who did not wait any longer, stays.

if redis.call('GET', KEYS[1]) == 'pending' then
  redis.call('DEL', KEYS[1])
end
return 0
