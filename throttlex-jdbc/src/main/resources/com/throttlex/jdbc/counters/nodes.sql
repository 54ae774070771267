-- Counts the nodes with a heartbeat since that time.
select count(*) as live from throttlex_node where seen_at > ?
