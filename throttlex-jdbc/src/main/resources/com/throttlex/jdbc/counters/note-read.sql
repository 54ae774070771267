select name, version, content from throttlex_note where ends_at > ?
