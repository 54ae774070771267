insert into throttlex_node (node_id, seen_at) values (?, ?)
on conflict (node_id) do update set seen_at = excluded.seen_at
