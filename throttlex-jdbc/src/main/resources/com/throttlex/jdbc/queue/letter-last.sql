-- The newest of the dead letters that are too many.
select number from throttlex_dead_letter where lane_id = ? order by number desc limit 1 offset ?
