-- Reads the stored answer to a request of several hash slots, or claims the right to decide it.
--
-- KEYS: the stored answer. ARGV: the time or '', the number of charges, how many milliseconds
-- others have to wait for the answer. Returns the stored text, "pending" while another request
-- decides, or "first". The first one writes the answer there, or gives up the right (unclaim.lua)
-- if there is none to store.

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
