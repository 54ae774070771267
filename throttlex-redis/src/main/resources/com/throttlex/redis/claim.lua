-- Asks for the kept answer to a request of several slots, or for the right to decide it.
--
-- KEYS: the kept answer. ARGV: the time or '', the number of charges, for how many milliseconds others
-- have to wait for the answer. Answers the kept text, "pending" while another decides, or "first". Who is
-- first writes the answer there, or gives the right up (unclaim.lua) when there is none to keep.

local text = call('GET', KEYS[1])
if text == 'pending' then
  return text
end
local time, charges = match(text or '', '^(%d+) %S+ (%d+) ')
if time and charges == ARGV[2] then
  local s, n = whole(time)
  if less(nowS, nowN, s + 300, n) then
    return text
  end
end
call('SET', KEYS[1], 'pending', 'PX', ARGV[3])
return 'first'
