delete from throttlex_reservation where name_id in ([[?]])
