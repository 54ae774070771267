-- Limits as they are written with every state, such as tb:100/60, tb:100/0.250000000+20 (burst 20)
-- or fw:100/month@Europe/Berlin, and their values that depend only on the time.

local limits = {}

-- The bucket's own clock, on which a unit takes a whole number of ticks (see Bucket.java).
local function ticks(limit, s, n)
  if limit.slack == 0 then
    return s, n
  end
  local periods, rs, rn = divide(s, n, limit.ps, limit.pn)
  local cs, cn = split(limit.slack)
  cs, cn = times(cs, cn, periods)
  cs, cn = plus(cs, cn, split(portion(limit.slack, rs, rn, limit.ps, limit.pn)))
  return minus(s, n, cs, cn)
end

local function fillBucket(limit, burst)
  local amount = limit.amount
  if amount < 8000000 then
    local s = floor(limit.ps / amount)
    local rest = (limit.ps - s * amount) * E9 + limit.pn
    local n = floor(rest / amount)
    limit.us, limit.un, limit.slack = s, n, rest - n * amount
  else
    local unit, rs, rn = divide(limit.ps, limit.pn, split(amount))
    limit.us, limit.un = split(unit)
    limit.slack = rs * E9 + rn
  end
  limit.capacity = burst or amount
  limit.cs, limit.cn = times(limit.us, limit.un, limit.capacity)
  limit.ts, limit.tn = ticks(limit, nowS, nowN)
end

local function bits(limit)
  if not limit.ps then
    return 47
  end
  local _, bits = math.frexp(limit.ps * E9 + limit.pn)
  return bits
end

local function fillWindow(limit)
  limit.most = min(DEBT, 2 ^ bits(limit) - 1)
  if limit.ps then
    local _, rs, rn = divide(nowS, nowN, limit.ps, limit.pn)
    limit.ss, limit.sn = minus(nowS, nowN, rs, rn)
    limit.es, limit.en = plus(limit.ss, limit.sn, limit.ps, limit.pn)
    limit.ls, limit.ln = minus(limit.es, limit.en, nowS, nowN)
  end
end

-- Lua has no calendar, so the caller sends the edges of some windows. Returns false if now is in
-- none.
local function findWindow(limit, edges)
  local fs, fn
  for edge in gmatch(edges, '%d+') do
    local s, n = whole(edge)
    if fs and not less(nowS, nowN, fs, fn) and less(nowS, nowN, s, n) then
      limit.ss, limit.sn, limit.es, limit.en = fs, fn, s, n
      return true
    end
    fs, fn = s, n
  end
  return false
end

local KINDS = {
  tb = 'bucket', lb = 'bucket', gcra = 'bucket', fw = 'window', swc = 'counter', swl = 'log', cc = 'log',
}

local function limitOf(text)
  local limit = limits[text]
  if limit then
    return limit
  end
  local name, amount, period, rest = match(text, '^(%l+):(%d+)/([^+@]+)(.*)$')
  local kind = KINDS[name]
  if not kind then
    error('FOREIGN value where a counter should be')
  end
  limit = { text = text, name = name, kind = kind, amount = tonumber(amount) }
  limits[text] = limit
  local seconds, nanos = match(period, '^(%d+)%.?(%d*)$')
  if seconds then
    limit.ps, limit.pn = tonumber(seconds), tonumber(nanos) or 0
  end
  limit.period = seconds and period or period .. rest
  if kind == 'bucket' then
    fillBucket(limit, tonumber(match(rest, '^%+(%d+)$')))
  elseif kind ~= 'log' then
    fillWindow(limit)
  end
  return limit
end
