delete from throttlex_note where note_id in ([[?]])
