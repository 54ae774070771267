-- Buckets, windows and window counters: the same arithmetic as in Bucket.java, FixedWindow.java and
-- SlidingCounter.java, on states that are tables.
--
-- Each kind can: ask (prepare a question), fits, charge, used, start (a state with units in use), blank
-- (one of a counter never charged), read and write (its numbers as text), settle, bookedAt, and say in
-- how many seconds it is over. A kind is made when it is first needed: making functions costs time too.

local makers = {}
local kinds = setmetatable({}, {
  __index = function(made, name)
    local kind = makers[name]()
    made[name] = kind
    return kind
  end,
})

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
    -- The cost fits while the state is no later than a bound: room for it has to be there now or, if the
    -- caller may be delayed, then. In a queue everything before it has to have leaked out by then as well.
    ask = function(question, limit, cost, delay)
      if cost > limit.capacity then
        question.bs, question.bn = -1, 0
        return
      end
      question.cs, question.cn = times(limit.us, limit.un, cost)
      local rs, rn = minus(limit.cs, limit.cn, question.cs, question.cn)
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
      return { key = key, limit = limit, age = age, s = 0, n = 0, told = false, dirty = true }
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

-- A window is known by when it begins and ends; one that has not ended stays in force.
makers.window = function()
  return {
    ask = function(question, limit, cost)
      question.room = limit.amount - cost
    end,

    fits = function(state, question)
      return (less(nowS, nowN, state.es, state.en) and state.c or 0) <= question.room
    end,

    charge = function(state, question)
      local limit = state.limit
      if less(nowS, nowN, state.es, state.en) then
        state.c = state.c + question.cost
      else
        state.s, state.n, state.es, state.en = limit.ss, limit.sn, limit.es, limit.en
        state.c = question.cost
      end
    end,

    used = function(state)
      return less(nowS, nowN, state.es, state.en) and state.c or 0
    end,

    start = function(key, limit, age, used)
      return {
        key = key, limit = limit, age = age, s = limit.ss, n = limit.sn, es = limit.es, en = limit.en,
        c = min(used, limit.most), told = false, dirty = true,
      }
    end,

    blank = function(key, limit, age)
      return {
        key = key, limit = limit, age = age, s = 0, n = 0, es = 0, en = 0, c = 0, told = false, dirty = true,
      }
    end,

    read = function(key, limit, age, text)
      local start, ends, count = match(text, '^(%d+) (%d+) (%d+)$')
      local s, n = whole(start)
      local es, en = whole(ends)
      return {
        key = key, limit = limit, age = age, text = text, s = s, n = n, es = es, en = en,
        c = tonumber(count), told = false, dirty = false,
      }
    end,

    write = function(state)
      return format('%d%09d %d%09d %d', state.s, state.n, state.es, state.en, state.c)
    end,

    settle = function(state, bs, bn, delta)
      local limit = state.limit
      if delta >= 0 then
        if not less(nowS, nowN, state.es, state.en) then
          state.s, state.n, state.es, state.en, state.c = limit.ss, limit.sn, limit.es, limit.en, 0
        end
        state.c = min(state.c + delta, limit.most)
      elseif not less(bs, bn, state.s, state.n) and less(bs, bn, state.es, state.en) then
        state.c = max(0, state.c + delta)
      end
    end,

    bookedAt = function(state)
      return larger(nowS, nowN, state.s, state.n)
    end,

    lasts = function(state)
      return state.es - nowS + 1
    end,
  }
end

makers.counter = function()
  -- Moves a counter's state on to the window of now, unless it is there or ahead.
  local function roll(state)
    local limit = state.limit
    if less(state.s, state.n, limit.ss, limit.sn) then
      local s, n = plus(state.s, state.n, limit.ps, limit.pn)
      state.p = s == limit.ss and n == limit.sn and state.c or 0
      state.s, state.n, state.c = limit.ss, limit.sn, 0
    end
  end

  -- The units in use: of this window, and as much of those of the window before as still counts.
  local function weigh(state)
    local limit = state.limit
    local count, before = state.c, state.p
    local ls, ln = limit.ls, limit.ln
    if less(state.s, state.n, limit.ss, limit.sn) then
      local s, n = plus(state.s, state.n, limit.ps, limit.pn)
      before = s == limit.ss and n == limit.sn and count or 0
      count = 0
    elseif state.s ~= limit.ss or state.n ~= limit.sn then
      return count + before -- the clock went back: all of the window before still counts
    end
    return before == 0 and count or count + portion(before, ls, ln, limit.ps, limit.pn)
  end

  return {
    ask = function(question, limit, cost)
      question.room = limit.amount - cost
    end,

    fits = function(state, question)
      return weigh(state) <= question.room
    end,

    charge = function(state, question)
      roll(state)
      state.c = state.c + question.cost
    end,

    used = function(state)
      return min(DEBT, weigh(state))
    end,

    start = function(key, limit, age, used)
      return {
        key = key, limit = limit, age = age, s = limit.ss, n = limit.sn, c = min(used, limit.most), p = 0,
        told = false, dirty = true,
      }
    end,

    blank = function(key, limit, age)
      return {
        key = key, limit = limit, age = age, s = 0, n = 0, c = 0, p = 0, told = false, dirty = true,
      }
    end,

    read = function(key, limit, age, text)
      local start, count, before = match(text, '^(%d+) (%d+) (%d+)$')
      local s, n = whole(start)
      return {
        key = key, limit = limit, age = age, text = text, s = s, n = n,
        c = tonumber(count), p = tonumber(before), told = false, dirty = false,
      }
    end,

    write = function(state)
      return format('%d%09d %d %d', state.s, state.n, state.c, state.p)
    end,

    settle = function(state, bs, bn, delta)
      local limit = state.limit
      if delta >= 0 then
        roll(state)
        state.c = min(state.c + delta, limit.most)
        return
      end
      local es, en = plus(state.s, state.n, limit.ps, limit.pn)
      local fs, fn = minus(state.s, state.n, limit.ps, limit.pn)
      if less(bs, bn, fs, fn) or not less(bs, bn, es, en) then
        return
      elseif less(bs, bn, state.s, state.n) then
        state.p = max(0, state.p + delta)
      else
        state.c = max(0, state.c + delta)
      end
    end,

    bookedAt = function(state)
      return larger(nowS, nowN, state.s, state.n)
    end,

    lasts = function(state)
      local limit = state.limit
      return state.s - nowS + 2 * limit.ps + 3
    end,
  }
end
