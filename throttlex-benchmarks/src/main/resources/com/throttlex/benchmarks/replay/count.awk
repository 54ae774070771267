# Counts requests per address, service and minute in a combined log, and denies those over the limit.
{
  minute = substr($4, 2, 17)
  if (minute != last) {
    split("", counts)
    last = minute
  }
  split($7, path, "/")
  if (++counts[$1, path[2]] > limit) denied++
}
END { print denied + 0 }
