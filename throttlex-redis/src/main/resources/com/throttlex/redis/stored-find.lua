-- Returns stage, reason, end and answer of a request; nothing if it is unknown. ARGV[6]: ticket.
local it = request(ARGV[6])
if not it or (not isLive(it) and it.ends <= now) then
  return {}
end
local answer = ''
if it.stage == 'ANSWERED' then
  answer = redis.call('HGET', requestKey(it.ticket), 'content')
end
return {it.stage, it.reason, text(it.ends), answer}
