-- Sliding window counters: the arithmetic of SlidingCounter.java.

makers.counter = function()
  -- Moves a counter's state to the window of now, unless it is there or ahead.
  local function roll(state)
    local limit = state.limit
    if less(state.s, state.n, limit.ss, limit.sn) then
      local s, n = plus(state.s, state.n, limit.ps, limit.pn)
      state.p = s == limit.ss and n == limit.sn and state.c or 0
      state.s, state.n, state.c = limit.ss, limit.sn, 0
    end
  end

  -- Returns the units in use: those of this window, and the part of the window before that still
  -- counts.
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
    ask = function(question, limit, needed)
      question.room = limit.amount - needed
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
        key = key, limit = limit, age = age, s = 0, n = 0, c = 0, p = 0, told = false, dirty = false, fresh = true,
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
