select content from throttlex_stored where ticket = ?
