-- Reads the open charges of a reservation, or adds further ones to them.
--
-- KEYS: the reservation. ARGV: the time or ''; to add charges also the nanoseconds of its new time,
-- and the charges. Returns the charges; "" if there is no such reservation, or it was settled or has
-- expired. Charges of one counter and one time become one, and also those after the 64th of a
-- counter: a refund may then be smaller, never larger.

local MOST = 64

local record = call('GET', KEYS[1])
local ends, status, list = match(record or '', '^(%d+) (%l+) (.*)$')
if not ends or status ~= 'open' or not less(nowS, nowN, whole(ends)) then
  return ''
elseif #ARGV == 1 then
  return list
end

local CHARGE = '(%S+) (%S+) (%d+) (%d+) (%d+) (%S+)'
local charges, last, count = {}, {}, {}
local function add(key, limit, time, units, age, terms)
  local before = last[key]
  if before and before.age == age and (before.time == time or count[key] >= MOST) then
    before.units = before.units + tonumber(units)
    return
  end
  local charge = { key = key, limit = limit, time = time, units = tonumber(units), age = age, terms = terms }
  charges[#charges + 1] = charge
  last[key], count[key] = charge, (count[key] or 0) + 1
end
for key, limit, time, units, age, terms in gmatch(list, CHARGE) do
  add(key, limit, time, units, age, terms)
end
for key, limit, time, units, age, terms in gmatch(ARGV[3], CHARGE) do
  add(key, limit, time, units, age, terms)
end
for i = 1, #charges do
  local c = charges[i]
  charges[i] = format('%s %s %s %.0f %s %s', c.key, c.limit, c.time, c.units, c.age, c.terms)
end
list = table.concat(charges, ' ')
local s, n = plus(nowS, nowN, whole(ARGV[2]))
s, n = larger(s, n, whole(ends))
local left, over = minus(s, n, nowS, nowN)
call('SET', KEYS[1], digits(s, n) .. ' open ' .. list, 'PX', left * 1000 + ceil(over / 1000000) + 1000)
return list
