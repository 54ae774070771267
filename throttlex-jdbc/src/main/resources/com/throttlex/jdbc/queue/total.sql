select count(*) as found from throttlex_queued
