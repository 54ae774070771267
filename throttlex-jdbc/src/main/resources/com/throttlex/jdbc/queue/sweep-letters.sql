delete from throttlex_dead_letter where died_at < ?
