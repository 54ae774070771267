insert into throttlex_node (node_id, seen_at) values (?, ?)
on duplicate key update seen_at = values(seen_at)
