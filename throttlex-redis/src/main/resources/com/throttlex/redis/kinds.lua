-- The kinds of limits: the same arithmetic as in core's classes, on states that are tables.
--
-- Each kind can: ask (prepare a question that fits if so many units are free), fits, charge, used, start
-- (a state with units in use), blank (a fresh one, of a counter never charged), read and write (its numbers
-- as text), settle, bookedAt, and say in how many seconds it is over. A kind is made when it is first
-- needed: making functions costs time too. What a script has to write is dirty; a denial makes nothing so.

local makers = {}
local kinds = setmetatable({}, {
  __index = function(made, name)
    local kind = makers[name]()
    made[name] = kind
    return kind
  end,
})
