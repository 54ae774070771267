package com.throttlex.replay.suggest;

import com.throttlex.TimeSource;
import com.throttlex.rule.Rule;
import com.throttlex.store.MemoryStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Suggests limits for recorded traffic.
 *
 * <p>The limits come from half of the clients, and are tested with the other half. Clients are
 * divided by their hashes and not by time, because the share counts clients. So all requests of a
 * client are in one half, and both halves have all hours of a short log.
 */
public final class Suggester {
  private static final int MOST_ENDPOINTS = 40;
  private static final int MOST_SHOWN = 20;

  /** Fewer usual keys than this, of the half that chooses, say nothing about an endpoint. */
  private static final int FEWEST_KEYS = 30;

  private static final int FEWEST_KEYS_OF_ALL = 10;

  /** Bounds the memory: the keys that are measured at the same time, under all rules. */
  private static final int MOST_KEYS = 300_000;

  /** Room for the counters of all rules of the measured clients. */
  private static final int MOST_COUNTERS = 4_000_000;

  private final RecordedTraffic traffic;
  private final SuggestOptions options;
  private final Consumer<String> progress;
  private final TrafficSurvey survey = new TrafficSurvey();
  private final SurveyWords words = new SurveyWords(survey);
  private final List<String> notes = new ArrayList<>();

  private Suggester(RecordedTraffic traffic, SuggestOptions options, Consumer<String> progress) {
    this.traffic = traffic;
    this.options = options;
    this.progress = progress;
  }

  /**
   * Returns suggested rules.
   *
   * @param progress receives the name of each step before it begins
   */
  public static Suggestions suggest(
      RecordedTraffic traffic, SuggestOptions options, Consumer<String> progress)
      throws IOException {
    return new Suggester(traffic, options, progress).suggest();
  }

  private Suggestions suggest() throws IOException {
    progress.accept("1 of 4: find clients and endpoints");
    traffic.read(survey);
    List<Suggestion> rules = List.of();
    notes.addAll(words.reasons());
    if (notes.isEmpty()) {
      rules = rules(drafts(survey.identifying()));
    }
    notes.addAll(words.remarks());
    boolean empty = survey.requests() == 0;
    return new Suggestions(
        survey.requests(),
        empty ? Instant.EPOCH : TimeSource.instant(survey.first()),
        empty ? Instant.EPOCH : TimeSource.instant(survey.last()),
        options.share(),
        words.clients(),
        notes,
        rules);
  }

  /** Returns a draft for all requests and for each endpoint, by each part. */
  private List<RuleDraft> drafts(List<ClientPart> parts) {
    List<SuggestedEndpoint> endpoints = new ArrayList<>();
    endpoints.add(new SuggestedEndpoint(SuggestedEndpoint.ALL, Set.of(), survey.requests()));
    endpoints.addAll(survey.endpoints(MOST_ENDPOINTS));
    List<RuleDraft> drafts = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (SuggestedEndpoint endpoint : endpoints) {
      for (ClientPart part : parts) {
        String id = endpoint.idText() + "-per-" + part.text();
        String unique = id;
        for (int i = 2; !ids.add(unique); i++) {
          unique = id + "-" + i;
        }
        drafts.add(new RuleDraft(unique, endpoint, part));
      }
    }
    return drafts;
  }

  private List<Suggestion> rules(List<RuleDraft> drafts) throws IOException {
    KeySample<SampledKey> keys = measure(drafts);
    Map<Integer, MeasuredDraft> measured = choose(drafts, keys);
    progress.accept("3 of 4: measure bursts");
    List<Rule> probes = measured.values().stream().map(of -> of.draft().probe()).toList();
    TrafficRun.of(
        traffic,
        drafts,
        probes,
        new UncountedStore(),
        hash -> ClientPart.isChoosing(hash) && keys.has(hash),
        (draft, hash, key, nanos, allowed) -> {
          MeasuredDraft of = measured.get(draft);
          SampledKey state = keys.get(draft, hash);
          if (of != null && state != null) {
            of.charge(state, key, nanos);
          }
        });
    measured.values().forEach(MeasuredDraft::setBursts);
    return test(drafts, measured, keys.halvings());
  }

  /** Measures the rates of the keys that choose the limits. */
  private KeySample<SampledKey> measure(List<RuleDraft> drafts) throws IOException {
    progress.accept("2 of 4: measure rates");
    KeySample<SampledKey> keys = new KeySample<>(drafts.size(), MOST_KEYS, 0, SampledKey::new);
    TrafficRun.of(
        traffic,
        drafts,
        drafts.stream().map(RuleDraft::probe).toList(),
        new UncountedStore(),
        hash -> ClientPart.isChoosing(hash) && keys.has(hash),
        (draft, hash, key, nanos, allowed) -> {
          SampledKey of = keys.get(draft, hash);
          if (of != null) {
            of.peaks().add(nanos);
          }
        });
    if (keys.halvings() > 0) {
      notes.add(
          "Too many keys for the memory: 1 client of " + (1L << keys.halvings()) + " was used.");
    }
    return keys;
  }

  /** Chooses limits for the drafts with enough keys, by their numbers. */
  private Map<Integer, MeasuredDraft> choose(List<RuleDraft> drafts, KeySample<SampledKey> keys) {
    List<RateWindow> windows = RateWindow.ofLimits(survey.length());
    Map<Integer, MeasuredDraft> chosen = new LinkedHashMap<>();
    Set<SuggestedEndpoint> shown = new HashSet<>();
    long few = 0;
    for (int i = 0; i < drafts.size(); i++) {
      RatePopulation population = new RatePopulation(keys.of(i), options.allKeys());
      SuggestedEndpoint endpoint = drafts.get(i).endpoint();
      if (population.usual().size() < (endpoint.isAll() ? FEWEST_KEYS_OF_ALL : FEWEST_KEYS)) {
        few++;
        continue;
      }
      MeasuredDraft draft = new MeasuredDraft(drafts.get(i), population, windows, options.share());
      if (shown.contains(endpoint) || shown.size() <= MOST_SHOWN || draft.hasApart()) {
        shown.add(endpoint);
        chosen.put(i, draft);
      }
    }
    if (few > 0) {
      notes.add(
          few
              + (few == 1
                  ? " pair of endpoint and key part has"
                  : " pairs of endpoint and key part have")
              + " too few keys for a limit.");
    }
    return chosen;
  }

  /** Replays the keys that were held out through the chosen rules. */
  private List<Suggestion> test(
      List<RuleDraft> drafts, Map<Integer, MeasuredDraft> measured, int halvings)
      throws IOException {
    progress.accept("4 of 4: replay the clients that were held out");
    KeySample<SampledKey> others =
        new KeySample<>(drafts.size(), MOST_KEYS, halvings, SampledKey::new);
    try (MemoryStore store = new MemoryStore(MOST_COUNTERS)) {
      TrafficRun.of(
          traffic,
          drafts,
          measured.values().stream().map(MeasuredDraft::rule).toList(),
          store,
          hash -> !ClientPart.isChoosing(hash) && others.has(hash),
          (draft, hash, key, nanos, allowed) -> {
            SampledKey of = others.get(draft, hash);
            if (of != null) {
              of.peaks().add(nanos);
              if (!allowed) {
                of.denied(key);
              }
            }
          });
    }
    List<Suggestion> suggestions = new ArrayList<>();
    measured.forEach(
        (i, draft) ->
            suggestions.add(draft.suggestion(others.of(i), options, halvings, others.halvings())));
    return suggestions;
  }
}
