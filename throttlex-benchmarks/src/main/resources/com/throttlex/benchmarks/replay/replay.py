"""Replays a combined log by rules, each a number of requests per address and minute for some paths.

Makes the tables of a replay: for each rule its requests, keys, denials, busiest minute and most-denied keys.
"""
import gzip
import json
import re
import sys
from collections import Counter
from datetime import datetime

LINE = re.compile(r'(\S+) \S+ \S+ \[([^\]]+)\] "(\S+) (\S+) [^"]*" (\d+)')


class Rule:
    def __init__(self, rule):
        self.id = rule["id"]
        self.limit = rule["limit"]
        self.keys = Counter()
        self.minutes = Counter()
        self.denied = 0
        self.streaks = {}  # of a denied key: denials, first, last, longest streak, this streak

    def decide(self, key, time, count):
        self.keys[key] += 1
        self.minutes[time // 60] += 1
        if count <= self.limit:
            if key in self.streaks:
                self.streaks[key][4] = 0
            return
        self.denied += 1
        streak = self.streaks.setdefault(key, [0, time, time, 0, 0])
        streak[0] += 1
        streak[2] = time
        streak[4] += 1
        streak[3] = max(streak[3], streak[4])

    def table(self):
        most = sorted(self.streaks.items(), key=lambda entry: -entry[1][0])[:10]
        busiest = self.minutes.most_common(1)
        return self.id, sum(self.keys.values()), len(self.keys), self.denied, busiest, most


def replay(lines, rules):
    last = None
    counts = Counter()
    for line in lines:
        match = LINE.match(line)
        if match is None:
            continue
        address, when, _, target, _ = match.groups()
        rule = rules.get(target.split("?")[0].lower().split("/")[1])
        if rule is None:
            continue
        time = int(datetime.strptime(when, "%d/%b/%Y:%H:%M:%S %z").timestamp())
        if time // 60 != last:
            counts.clear()
            last = time // 60
        counts[rule.id, address] += 1
        rule.decide(address, time, counts[rule.id, address])


with open(sys.argv[2]) as text:
    rules = {rule["endpoint"].split("/")[1]: Rule(rule) for rule in json.load(text)}
opener = gzip.open if sys.argv[1].endswith(".gz") else open
with opener(sys.argv[1], "rt") as log:
    replay(log, rules)
print(sum(rule.denied for rule in rules.values()))
for rule in rules.values():
    print(*rule.table())
