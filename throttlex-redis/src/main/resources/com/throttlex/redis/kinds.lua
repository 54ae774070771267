-- The kinds of limits: the same arithmetic as in core's classes, on states that are tables.
--
-- Each kind has these functions: ask (prepares a question that fits if so many units are free),
-- fits, charge, used, start (a state with units in use), blank (the state of a counter that was
-- never charged), read and write (its numbers as text), settle, bookedAt, and one for the seconds
-- until it expires. A kind is created when it is first needed, because creating functions takes
-- time. A state that a script has to write is dirty; a denial makes no state dirty.

local makers = {}
local kinds = setmetatable({}, {
  __index = function(made, name)
    local kind = makers[name]()
    made[name] = kind
    return kind
  end,
})
