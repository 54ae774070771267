-- Fixed windows: the arithmetic of FixedWindow.java.

-- A window is identified by its start and end; one that has not ended stays in force.
makers.window = function()
  return {
    ask = function(question, limit, needed)
      question.room = limit.amount - needed
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
        key = key, limit = limit, age = age, s = 0, n = 0, es = 0, en = 0, c = 0, told = false,
        dirty = false, fresh = true,
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
