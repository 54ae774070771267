-- The action lua.throttlex: describes the request to ThrottleX, and denies what ThrottleX denies.
local url = os.getenv("CHECK_URL")
local timeout = tonumber(os.getenv("CHECK_TIMEOUT"))
-- Headers that rules count by: sent as they are. ThrottleX sees no other header of the client.
local sent = { "authorization", "x-api-key" }
local shown = { "content-type", "retry-after", "ratelimit", "ratelimit-policy" }

local function first(headers, name)
  return headers[name] and headers[name][0]
end

local function all(headers, name)
  local lines = {}
  while headers[name] and headers[name][#lines] do
    lines[#lines + 1] = headers[name][#lines]
  end
  return lines
end

local function check(txn)
  local client = txn.http:req_get_headers()
  -- The addresses that the request came by: ThrottleX reads them from the right, as far as it trusts.
  local hops = all(client, "x-forwarded-for")
  hops[#hops + 1] = txn.sf:src()
  local headers = {
    ["x-forwarded-for"] = { table.concat(hops, ", ") },
    ["x-forwarded-method"] = { txn.sf:method() },
    ["x-forwarded-uri"] = { txn.sf:pathq() },
    ["x-forwarded-host"] = { first(client, "host") },
    -- If ThrottleX has server.access.tokens:
    -- ["x-throttlex-token"] = { os.getenv("GATEWAY_TOKEN") },
  }
  for _, name in ipairs(sent) do
    headers[name] = all(client, name)
  end
  return core.httpclient():get({ url = url, headers = headers, timeout = timeout })
end

core.register_action("throttlex", { "http-req" }, function(txn)
  local answer = check(txn)
  if answer.status == 200 then
    txn:set_var("txn.allowed", true)
    -- Without a rule there are no headers.
    if first(answer.headers, "ratelimit") then
      txn:set_var("txn.ratelimit", first(answer.headers, "ratelimit"))
      txn:set_var("txn.policy", first(answer.headers, "ratelimit-policy"))
    end
  elseif first(answer.headers, "content-type") == "application/problem+json" then
    local reply = txn:reply({ status = answer.status, body = answer.body })
    for _, name in ipairs(shown) do
      if first(answer.headers, name) then
        reply:add_header(name, first(answer.headers, name))
      end
    end
    txn:done(reply)
  end
end)
