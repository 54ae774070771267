-- The newest of the dead letters that are too many in all queues.
select died_at as found from throttlex_dead_letter order by died_at desc limit 1 offset ?
