"""Counts requests per address, service and minute in a combined log, and denies those over the limit."""
import re
import sys
from collections import Counter
from datetime import datetime

LINE = re.compile(r'(\S+) \S+ \S+ \[([^\]]+)\] "(\S+) (\S+) [^"]*" (\d+)')

limit = int(sys.argv[2])
denied = 0
last = None
counts = Counter()
with open(sys.argv[1]) as log:
    for line in log:
        match = LINE.match(line)
        if match is None:
            continue
        time = datetime.strptime(match.group(2), "%d/%b/%Y:%H:%M:%S %z")
        minute = int(time.timestamp()) // 60
        if minute != last:
            counts.clear()
            last = minute
        key = (match.group(1), match.group(4).split("/")[1])
        counts[key] += 1
        if counts[key] > limit:
            denied += 1
print(denied)
