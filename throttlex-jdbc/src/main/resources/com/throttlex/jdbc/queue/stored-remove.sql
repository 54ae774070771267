delete from throttlex_stored where ticket = ?
