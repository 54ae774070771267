delete from throttlex_node where node_id = ? or seen_at < ?
