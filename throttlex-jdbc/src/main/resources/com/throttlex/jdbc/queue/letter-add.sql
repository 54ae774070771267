insert into throttlex_dead_letter (lane_id, number, ticket, request, reason, attempts, died_at)
values (?, ?, ?, ?, ?, ?, ?)
