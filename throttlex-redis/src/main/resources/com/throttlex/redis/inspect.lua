-- KEYS: a counter. ARGV: the time or ''. Returns the time, the limit and the state, or nothing.

local state = read(KEYS[1], call('MGET', KEYS[1])[1])
if state.none then
  return ''
end
if state.limit.kind == 'log' then
  kinds.log.tidy(state, state.limit)
end
return digits(nowS, nowN) .. ' ' .. state.limit.text .. ' ' .. numbers(state)
