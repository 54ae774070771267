package com.throttlex.replay.suggest;

import com.throttlex.algorithm.Rate;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.rule.Match;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A rule before it has limits: the requests of an endpoint, counted by one part.
 *
 * @param id the id of the rule
 * @param endpoint the requests
 * @param part the part that identifies clients
 */
record RuleDraft(String id, SuggestedEndpoint endpoint, ClientPart part) {
  private static final Rate ANY = Rate.parse("1/1s");

  /** Returns a rule that finds the keys. */
  Rule probe() {
    return rule(List.of(ANY));
  }

  /** Returns the rule with limits, in shadow mode. */
  Rule rule(List<Rate> limits) {
    EndpointPattern pattern = endpoint.isAll() ? null : EndpointPattern.parse(endpoint.pattern());
    return Rule.builder(id)
        .match(new Match(pattern, endpoint.methods(), Set.of(), Map.of(), Set.of(), Set.of()))
        .key(List.of(part.keyPart()))
        .limits(Rule.EVERY_TIER, limits)
        .mode(Mode.SHADOW)
        .build();
  }
}
