-- Token bucket, leaky bucket and GCRA: the arithmetic of Bucket.java.

local FARS, FARN = 2305843009, 213693952 -- 2^61 ticks

makers.bucket = function()
  local function ticksOf(limit, count)
    if limit.us > 0 or limit.un >= 512 then
      count = min(count, (divide(FARS, FARN, limit.us, limit.un)))
    end
    return times(limit.us, limit.un, count)
  end

  local function inUse(state)
    local limit = state.limit
    if less(limit.ts, limit.tn, state.s, state.n) then
      return minus(state.s, state.n, limit.ts, limit.tn)
    end
    return 0, 0
  end

  return {
    -- The needed units fit while the state is no later than a bound: there must be room now or, if
    -- the request may be delayed, at the end of the delay. In a queue, everything before it must
    -- have leaked by then as well.
    ask = function(question, limit, needed, delay)
      if needed > limit.capacity then
        question.bs, question.bn = -1, 0
        return
      end
      local ns, nn = times(limit.us, limit.un, needed)
      local rs, rn = minus(limit.cs, limit.cn, ns, nn)
      if needed ~= question.cost then
        ns, nn = times(limit.us, limit.un, question.cost)
      end
      question.cs, question.cn = ns, nn
      local ts, tn = limit.ts, limit.tn
      if delay == '0' then
        question.bs, question.bn = plus(ts, tn, rs, rn)
        return
      end
      local ds, dn = ticks(limit, plus(nowS, nowN, whole(delay)))
      if limit.name == 'lb' then
        question.bs, question.bn = smaller(ds, dn, plus(ts, tn, rs, rn))
      else
        question.bs, question.bn = plus(ds, dn, rs, rn)
      end
    end,

    fits = function(state, question)
      local s, bs = state.s, question.bs
      return s < bs or (s == bs and state.n <= question.bn)
    end,

    charge = function(state, question)
      local limit = state.limit
      local s, n = larger(state.s, state.n, limit.ts, limit.tn)
      state.s, state.n = plus(s, n, question.cs, question.cn)
    end,

    used = function(state)
      local limit = state.limit
      local s, n = inUse(state)
      if (s * E9 + n) / (limit.us * E9 + limit.un) >= DEBT then
        return DEBT
      end
      local units, rs, rn = divide(s, n, limit.us, limit.un)
      return (rs > 0 or rn > 0) and units + 1 or units
    end,

    start = function(key, limit, age, used)
      local s, n = 0, 0
      if used > 0 then
        s, n = plus(limit.ts, limit.tn, ticksOf(limit, used))
      end
      return { key = key, limit = limit, age = age, s = s, n = n, told = false, dirty = true }
    end,

    blank = function(key, limit, age)
      return { key = key, limit = limit, age = age, s = 0, n = 0, told = false, dirty = false, fresh = true }
    end,

    read = function(key, limit, age, text)
      local s, n = whole(text)
      return { key = key, limit = limit, age = age, text = text, s = s, n = n, told = false, dirty = false }
    end,

    write = function(state)
      return format('%d%09d', state.s, state.n)
    end,

    settle = function(state, bs, bn, delta)
      local limit = state.limit
      local ds, dn = ticksOf(limit, math.abs(delta))
      if delta >= 0 then
        local ws, wn = larger(state.s, state.n, limit.ts, limit.tn)
        ds, dn = plus(ws, wn, ds, dn)
        ds, dn = smaller(ds, dn, plus(limit.ts, limit.tn, FARS, FARN))
        state.s, state.n = larger(ws, wn, ds, dn)
        return
      end
      local fs, fn = minus(limit.ts, limit.tn, ticks(limit, bs, bn))
      fs, fn = plus(fs, fn, 0, limit.slack == 0 and 0 or 1)
      ds, dn = minus(ds, dn, larger(0, 0, fs, fn))
      ds, dn = smaller(ds, dn, inUse(state))
      state.s, state.n = minus(state.s, state.n, larger(0, 0, ds, dn))
    end,

    bookedAt = function()
      return nowS, nowN
    end,

    lasts = function(state)
      local limit = state.limit
      local s, n = inUse(state)
      local period = limit.ps * E9 + limit.pn
      return (s + n / E9) * period / (period - limit.slack)
    end,
  }
end
