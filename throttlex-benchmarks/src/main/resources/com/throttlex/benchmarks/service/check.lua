-- Checks of 10,000 users in turns. The header is for a server that does not read bodies.
local requests = {}
local at = 0

init = function()
  wrk.headers["Content-Type"] = "application/json"
  for n = 1, 10000 do
    local user = "u-" .. (n - 1)
    wrk.headers["X-User"] = user
    local body = '{"user":"' .. user .. '","endpoint":"/api/v1/orders","method":"POST"}'
    requests[n] = wrk.format("POST", nil, nil, body)
  end
end

request = function()
  at = at % 10000 + 1
  return requests[at]
end
