delete from throttlex_replay where key_id in ([[?]])
