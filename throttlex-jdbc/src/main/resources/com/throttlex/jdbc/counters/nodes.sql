-- How many nodes were seen since that time.
select count(*) as live from throttlex_node where seen_at > ?
