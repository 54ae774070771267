insert into throttlex_queued_once (once_id, ticket, deadline) values (?, ?, ?)
on conflict (once_id) do update set ticket = excluded.ticket, deadline = excluded.deadline
