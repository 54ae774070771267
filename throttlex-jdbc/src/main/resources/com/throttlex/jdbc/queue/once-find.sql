select ticket, deadline from throttlex_queued_once where once_id = ? and deadline > ?
