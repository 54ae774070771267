insert into throttlex_queued_once (once_id, ticket, deadline) values (?, ?, ?)
on duplicate key update ticket = values(ticket), deadline = values(deadline)
