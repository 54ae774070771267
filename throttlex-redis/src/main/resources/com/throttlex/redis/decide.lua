-- Decides requests one after the other, each with all its charges at once.
--
-- KEYS: the counters, then the keys of stored answers and of reservations. ARGV: the time or '',
-- the number of counters and of questions, the questions, the plan, then the arguments of every
-- request with a stored answer or a reservation. A question is "limit cost delay", for a calendar
-- limit also the edges of some windows. The cost is "cost+kept/share" if some units are kept for
-- others. The plan is a string of numbers from 0 to 127. For every request it has the number of
-- charges, the flags, and the keys of its stored answer and reservation, if any. For every charge
-- it has the counter, the question (two numbers each), and one number for the rule and whether it
-- is in shadow.
--
-- The answer is words: the time, then for every charge whether it fits and the state before it,
-- unless the caller can compute that from the charge before. The answer is "?" and the time if the
-- time is in no window that was sent.

local DRY, REPEATED, RESERVED, PART = 1, 2, 4, 8
local REPLAY_SECONDS = 300

local counters, asked = match(ARGV[2], '^(%d+) (%d+)$')
counters, asked = tonumber(counters), tonumber(asked)

local questions = {}
for i = 1, asked do
  local name, cost, others, delay, edges = match(ARGV[2 + i], '^(%S+) (%d+)(%S*) (%d+) ?(.*)$')
  local limit = limitOf(name)
  local question = { limit = limit, kind = kinds[limit.kind], cost = tonumber(cost), units = cost }
  local needed = others == '' and question.cost or question.cost + tonumber(match(others, '%d+'))
  question.text = name .. ' ' .. cost .. others .. ' ' .. delay
  if edges ~= '' and not findWindow(limit, edges) then
    return '? ' .. digits(nowS, nowN)
  end
  question.kind.ask(question, limit, needed, delay)
  questions[i] = question
end

-- All counters are read before anything is decided, and everything is written at the end. So an
-- error, for example because of a foreign value, leaves nothing half done.
local states = call('MGET', unpack(KEYS, 1, counters))
for i = 1, counters do
  states[i] = read(KEYS[i], states[i])
end
local answers, reservations = {}, {}
local out, size = { digits(nowS, nowN) }, 1

-- Returns the state to judge by, and whether it is the counter's own. A peek changes nothing. A
-- charge that may be undone keeps the expired charges in the list that count again after an undo.
local function meet(counter, question, asks, part)
  local state, limit = states[counter], question.limit
  if state.limit == limit and not state.none and limit.kind ~= 'log' then
    return state, true
  elseif state.none or (state.fresh and state.limit ~= limit) then
    state = question.kind.blank(state.key, limit, state.age)
  elseif asks then
    if state.limit == limit and not question.kind.isOver(state, limit) then
      return state, true
    end
    state = under(copyOf(state), limit)
  else
    state = under(state, limit)
  end
  if limit.kind == 'log' then
    if part and not asks then
      question.kind.forget(state, limit)
      state.whole = copyOf(state)
    end
    question.kind.tidy(state, limit)
  end
  if not asks then
    states[counter] = state
  end
  return state, not asks
end

-- Adds to the answer whether the cost fits and, if necessary, the state before it.
local function tell(state, question, fits, own, fully)
  if own and state.told and not fully then
    out[size + 1] = fits and '1' or '0'
    size = size + 1
  else
    out[size + 1] = own and (fits and '3' or '2') or (fits and '5' or '4')
    out[size + 2] = numbers(state)
    size = size + 2
    state.told = own
  end
  if not fits and question.limit.kind == 'log' then
    out[size + 1] = question.kind.freedBy(state, question)
    size = size + 1
  end
end

local function carryOut(state, question)
  if state.whole then
    for name, value in pairs(state.whole) do
      state[name] = value
    end
  end
  question.kind.charge(state, question)
  state.text, state.dirty, state.fresh = nil, true, false
end

-- Returns the words of a stored answer if it can be repeated.
local function kept(key, charges)
  local text = answers[key] or call('GET', key)
  local time, parts = match(text or '', '^(%d+) %S+ (%d+) ')
  if not time or tonumber(parts) ~= charges then
    return nil
  end
  local s, n = whole(time)
  return less(nowS, nowN, s + REPLAY_SECONDS, n) and text or nil
end

local plan = ARGV[3 + asked]
local extra = 3 + asked
local at, last = 1, #plan
local met, asks, rules, fit = {}, {}, {}, {}
local refused = {}

-- Decides the charges that begin at that index of the plan.
local function decide(charges, flags, bookings, notes)
  local dry = flags % 2 == DRY
  local fully = notes ~= nil
  local admitted, failed = true, false
  for i = 1, charges do
    local c1, c0, q1, q0, rule = byte(plan, at, at + 4)
    at = at + 5
    local question = questions[q1 * 128 + q0 + 1]
    local only = dry or question.cost == 0
    local state, own = meet(c1 * 128 + c0 + 1, question, only, flags >= PART)
    local fits = question.kind.fits(state, question)
    met[i], asks[i], rules[i] = state, question, rule
    fit[i] = fits and not only
    if not fits then
      admitted = admitted and rule % 2 == 1
      refused[rule - rule % 2] = true
      failed = true
    end
    local from = size
    tell(state, question, fits, own, fully)
    if notes then
      local told = table.concat(out, ' ', from + 1, size)
      notes[#notes + 1] = question.text .. ' ' .. rule .. ' ' .. out[1] .. ' ' .. told
    end
  end
  for i = 1, charges do
    if admitted and fit[i] and not refused[rules[i] - rules[i] % 2] then
      local state, question = met[i], asks[i]
      carryOut(state, question)
      if bookings then
        bookings[#bookings + 1] = state.key .. ' ' .. question.limit.text
          .. ' ' .. digits(question.kind.bookedAt(state)) .. ' ' .. question.units .. ' ' .. state.age
          .. ' ' .. bookings.terms[i]
      end
    end
  end
  if failed then
    refused = {}
  end
  return admitted and not dry
end

local function ms(nanos)
  local s, n = whole(nanos)
  return s * 1000 + ceil(n / 1000000)
end

while at <= last do
  local charges, flags = byte(plan, at, at + 1)
  at = at + 2
  if flags <= DRY then
    decide(charges, flags)
  else
    local replay, name, bookings, notes, reservation, nanos
    if flags % 4 >= REPEATED then
      local k1, k0 = byte(plan, at, at + 1)
      at, extra = at + 2, extra + 1
      replay, name, notes = KEYS[k1 * 128 + k0 + 1], ARGV[extra], {}
    end
    if flags % 8 >= RESERVED then
      local k1, k0 = byte(plan, at, at + 1)
      at, extra = at + 2, extra + 1
      reservation, bookings = KEYS[k1 * 128 + k0 + 1], { terms = {} }
      for word in gmatch(ARGV[extra], '%S+') do
        if not nanos then
          nanos = word
        else
          bookings.terms[#bookings.terms + 1] = word
        end
      end
    end
    local earlier = replay and kept(replay, charges)
    if earlier then
      out[size + 1], out[size + 2] = 'again', earlier
      size = size + 2
      at = at + 5 * charges
    else
      if replay then
        size = size + 1
        out[size] = 'first'
      end
      local admitted = decide(charges, flags, bookings, notes)
      if replay and admitted then
        answers[replay] = out[1] .. ' ' .. name .. ' ' .. charges .. ' ' .. table.concat(notes, ' ')
      end
      if reservation and admitted then
        local ends = digits(plus(nowS, nowN, whole(nanos)))
        local text = ends .. ' open ' .. table.concat(bookings, ' ')
        reservations[#reservations + 1] = { key = reservation, text = text, ttl = ms(nanos) + 1000 }
      end
      if flags >= PART then
        for i = 1, charges do
          out[size + 1], out[size + 2] = met[i].age, numbers(met[i])
          size = size + 2
        end
      end
    end
  end
end

for i = 1, counters do
  local state = states[i]
  if state.dirty then
    keep(state)
  end
end
for key, text in pairs(answers) do
  call('SET', key, text, 'PX', REPLAY_SECONDS * 1000)
end
for _, made in ipairs(reservations) do
  call('SET', made.key, made.text, 'PX', made.ttl, 'NX')
end
return table.concat(out, ' ')
