-- Whole numbers up to 2^63, and the time.
--
-- Lua 5.1 counts in doubles, which are exact only to 2^53. So a time in nanoseconds is two numbers,
-- seconds and nanoseconds (below written as, an or bs, bn), of which only the first may be negative;
-- as text it is plain decimal digits. Counts of units are single numbers and never exceed DEBT.

local floor, ceil, min, max = math.floor, math.ceil, math.min, math.max
local byte, sub, match, gmatch, format = string.byte, string.sub, string.match, string.gmatch, string.format
local call = redis.call

local E9 = 1000000000
local DEBT = 4503599627370496

local function plus(as, an, bs, bn)
  local n = an + bn
  if n >= E9 then
    return as + bs + 1, n - E9
  end
  return as + bs, n
end

local function minus(as, an, bs, bn)
  local n = an - bn
  if n < 0 then
    return as - bs - 1, n + E9
  end
  return as - bs, n
end

local function less(as, an, bs, bn)
  return as < bs or (as == bs and an < bn)
end

local function larger(as, an, bs, bn)
  if less(as, an, bs, bn) then
    return bs, bn
  end
  return as, an
end

local function smaller(as, an, bs, bn)
  if less(as, an, bs, bn) then
    return as, an
  end
  return bs, bn
end

local function split(count)
  local s = floor(count / E9)
  return s, count - s * E9
end

local function whole(text)
  if #text < 10 then
    return 0, tonumber(text)
  end
  return tonumber(sub(text, 1, -10)), tonumber(sub(text, -9))
end

local function digits(s, n)
  return format('%d%09d', s, n)
end

-- a * b for a < 2^33 and b < 10^9, as high * 10^9 + low.
local function multiply(a, b)
  local upper = floor(a / 32768)
  local t = upper * b
  local high = floor(t / E9)
  local u = (t - high * E9) * 32768 + (a - upper * 32768) * b
  local carry = floor(u / E9)
  return high * 32768 + carry, u - carry * E9
end

-- Returns the time a, multiplied by count; the result must stay below 2^63.
local function times(as, an, count)
  if count == 1 then
    return as, an
  end
  local high, low = split(count)
  local carry, n = multiply(an, low)
  return as * low + an * high + as * high * E9 + carry, n
end

-- Returns how often b fits into a, below 2^52, and the rest of a.
local function divide(as, an, bs, bn)
  local q = floor((as * E9 + an) / (bs * E9 + bn))
  local rs, rn = minus(as, an, times(bs, bn, q))
  while rs < 0 do
    q = q - 1
    rs, rn = plus(rs, rn, bs, bn)
  end
  while not less(rs, rn, bs, bn) do
    q = q + 1
    rs, rn = minus(rs, rn, bs, bn)
  end
  return q, rs, rn
end

-- Returns the time a, multiplied by count, as four digits of base 10^9.
local function product(as, an, count)
  local high, low = split(count)
  local h0, l0 = multiply(an, low)
  local h1, l1 = multiply(as, low)
  local h2, l2 = multiply(an, high)
  local h3, l3 = multiply(as, high)
  local d1 = h0 + l1 + l2
  local carry = floor(d1 / E9)
  local d2 = h1 + h2 + l3 + carry
  local over = floor(d2 / E9)
  return h3 + over, d2 - over * E9, d1 - carry * E9, l0
end

-- Returns whether the time a, multiplied by x, is less than the time b, multiplied by y.
local function lessTimes(as, an, x, bs, bn, y)
  local a3, a2, a1, a0 = product(as, an, x)
  local b3, b2, b1, b0 = product(bs, bn, y)
  if a3 ~= b3 then return a3 < b3 end
  if a2 ~= b2 then return a2 < b2 end
  if a1 ~= b1 then return a1 < b1 end
  return a0 < b0
end

-- Returns count * part / all, rounded up, for times part <= all. If doubles are not exact enough,
-- it multiplies whole numbers.
local function portion(count, ps, pn, as, an)
  local x = (ps * E9 + pn) * count / (as * E9 + an)
  local up = ceil(x)
  local rest = up - x
  if count < 1099511627776 and rest > 0.001 and rest < 0.999 then
    return up
  end
  while lessTimes(as, an, up, ps, pn, count) do
    up = up + 1
  end
  while up > 0 and not lessTimes(as, an, up - 1, ps, pn, count) do
    up = up - 1
  end
  return up
end

-- Returns the server's time, or in tests the time that was sent.
local nowS, nowN
if ARGV[1] == '' then
  local time = call('TIME')
  nowS, nowN = tonumber(time[1]), tonumber(time[2]) * 1000
else
  nowS, nowN = whole(ARGV[1])
end
