-- Completes a taken request. Returns 1, or 0 if it does not exist.
--
-- ARGV: time, dead letters, ticket.
local taken = pending(ARGV[3])
if not taken or taken[2] == NOBODY then
  return 0
end
remove(ARGV[3], taken[2])
return 1
