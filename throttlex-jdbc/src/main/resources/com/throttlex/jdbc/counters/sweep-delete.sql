delete from throttlex_usage where key_id in ([[?]])
