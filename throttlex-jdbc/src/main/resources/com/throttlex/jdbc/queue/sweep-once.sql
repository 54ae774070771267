delete from throttlex_queued_once where deadline <= ?
