-- Sliding window logs and concurrency: every charge is stored for one period (see SlidingLog.java).
--
-- A log is a list. Its first element is the head: the limit, the units in use, the newest charge
-- (its time and units, which are in no other element), the time of the oldest and the latest
-- change. The others are the older charges as time:units, oldest first, each time once. A script
-- records its changes in the state: how many of the oldest to drop, and a charge to append when a
-- newer one takes its place in the head. Expired charges are removed from the state at once, but
-- from the list only with the next charge: a denial writes nothing.

makers.log = function()
  -- Calls visit(seconds, nanos, units, where) for the charges, oldest first, until it returns true.
  local function walk(state, visit)
    local from, size = 1 + state.drop, state.listed and 8 or 0
    local moved = state.moved
    while size > 0 do
      local entries = call('LRANGE', state.key, from, from + size - 1)
      for i = 1, #entries do
        local time, units = match(entries[i], '^(%d+):(%d+)$')
        local s, n = whole(time)
        if visit(s, n, tonumber(units), 'list') then
          return
        end
      end
      from = from + size
      size = #entries < size and 0 or min(1024, 4 * size)
    end
    if moved and visit(moved.s, moved.n, moved.units, 'moved') then
      return
    end
    if state.units > 0 then
      visit(state.s, state.n, state.units, 'head')
    end
  end

  -- Returns the time of a decision: now, or the log's latest change if that is later.
  local function decidedAt(state)
    return larger(nowS, nowN, state.ls, state.ln)
  end

  -- Returns whether the oldest charge has expired at that time.
  local function isOverAt(state, limit, ds, dn)
    return state.units > 0 and not less(ds, dn, plus(state.os, state.on, limit.ps, limit.pn))
  end

  local function isOver(state, limit)
    return isOverAt(state, limit, decidedAt(state))
  end

  -- Removes the charges that have expired at that time.
  local function tidyAt(state, limit, ds, dn)
    if not isOverAt(state, limit, ds, dn) then
      return
    end
    walk(state, function(s, n, units, where)
      if less(ds, dn, plus(s, n, limit.ps, limit.pn)) then
        state.os, state.on = s, n
        return true
      end
      state.total = state.total - units
      if where == 'list' then
        state.drop = state.drop + 1
      elseif where == 'moved' then
        state.moved = nil
      else
        state.s, state.n, state.units, state.os, state.on = 0, 0, 0, 0, 0
      end
    end)
    state.told = false
  end

  local function tidy(state, limit)
    tidyAt(state, limit, decidedAt(state))
  end

  -- Removes charges that cannot count again, even if the present charge is undone.
  local function forget(state, limit)
    tidyAt(state, limit, state.ls, state.ln)
  end

  -- Changes from one limit to another: a longer period does not bring back expired charges.
  local function leave(state, limit)
    tidy(state, limit)
    if state.ls > 0 then
      state.ls, state.ln = decidedAt(state)
    end
  end

  local function add(state, count)
    local units = min(count, DEBT - state.total)
    if units <= 0 then
      return
    end
    local ds, dn = decidedAt(state)
    if state.units > 0 and state.s == ds and state.n == dn then
      state.units = state.units + units
    else
      if state.units > 0 then
        state.moved = { s = state.s, n = state.n, units = state.units }
      else
        state.os, state.on = ds, dn
      end
      state.s, state.n, state.units = ds, dn, units
    end
    state.total = state.total + units
    state.ls, state.ln = ds, dn
  end

  local function blank(key, limit, age)
    return {
      key = key, limit = limit, age = age, total = 0, s = 0, n = 0, units = 0,
      os = 0, on = 0, ls = 0, ln = 0, drop = 0, listed = false, told = false, dirty = false, fresh = true,
    }
  end

  -- Returns the time of the charge that has to expire before the cost fits.
  local function freedBy(state, question)
    local excess = state.total - question.room
    local fs, fn = state.os, state.on
    if excess > 1 and question.room >= 0 then
      walk(state, function(s, n, units)
        fs, fn = s, n
        excess = excess - units
        return excess <= 0
      end)
    end
    return digits(fs, fn)
  end

  local function head(state, name)
    return format(
      '%s %d %d%09d %d %d%09d %d%09d', name, state.total, state.s, state.n, state.units, state.os, state.on,
      state.ls, state.ln)
  end

  local function keep(state, name)
    local key = state.key
    if not state.listed then
      call('DEL', key)
      call('RPUSH', key, head(state, name))
    else
      if state.drop > 0 then
        call('LTRIM', key, state.drop, -1)
      end
      call('LSET', key, 0, head(state, name))
    end
    local moved = state.moved
    if moved then
      call('RPUSH', key, format('%d%09d:%d', moved.s, moved.n, moved.units))
    end
  end

  return {
    ask = function(question, limit, needed)
      question.room = limit.amount - needed
    end,

    fits = function(state, question)
      return state.total <= question.room
    end,

    charge = function(state, question)
      add(state, question.cost)
    end,

    used = function(state)
      return state.total
    end,

    start = function(key, limit, age, used)
      local state = blank(key, limit, age)
      add(state, used)
      state.dirty, state.fresh = true, false
      return state
    end,

    blank = blank,

    read = function(key, limit, age, text)
      local total, newest, units, oldest, latest = match(text, '^(%d+) (%d+) (%d+) (%d+) (%d+)$')
      local s, n = whole(newest)
      local os, on = whole(oldest)
      local ls, ln = whole(latest)
      return {
        key = key, limit = limit, age = age, total = tonumber(total), s = s, n = n, units = tonumber(units),
        os = os, on = on, ls = ls, ln = ln, drop = 0, listed = true, told = false, dirty = false,
      }
    end,

    -- The answer to the caller; the head has more.
    write = function(state)
      return format('%d %d%09d %d%09d', state.total, state.s, state.n, state.ls, state.ln)
    end,

    bookedAt = function(state)
      return state.s, state.n
    end,

    lasts = function(state)
      return state.ls - nowS + state.limit.ps + 2
    end,

    isOver = isOver,
    tidy = tidy,
    forget = forget,
    leave = leave,
    add = add,
    freedBy = freedBy,
    keep = keep,
  }
end
