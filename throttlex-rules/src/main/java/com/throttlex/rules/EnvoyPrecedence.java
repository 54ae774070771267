package com.throttlex.rules;

import com.throttlex.request.ShownText;
import com.throttlex.rules.yaml.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Finds the limits that others replace, because Envoy's service would find those others instead.
 *
 * <p><b>Note.</b> The service walks the tree level by level. It prefers a descriptor with the
 * entry's value to the one for any value, and never goes back. Rules are matched all at once. So if
 * a limit is below a descriptor for any value, each sibling with a value takes requests away from
 * it. This class follows these requests below the sibling, as the service would. If they end at a
 * limit, that limit replaces the first one. If they end at a descriptor without limit, that
 * descriptor gets a limit that never denies. If they end at no descriptor, the first limit applies
 * after all; this difference is reported.
 */
final class EnvoyPrecedence {
  private final Problems differences;
  private final Map<EnvoyDescriptor, Set<EnvoyDescriptor>> replaced = new LinkedHashMap<>();
  private final Set<EnvoyDescriptor> exempt = new LinkedHashSet<>();

  EnvoyPrecedence(List<EnvoyDescriptor> limited, Problems differences) {
    this.differences = differences;
    limited.forEach(this::stepBack);
    List.copyOf(exempt).forEach(this::stepBack);
  }

  /** Returns the descriptors without limit that need one that never denies. */
  Set<EnvoyDescriptor> exempt() {
    return exempt;
  }

  /** Returns, for each descriptor, those whose limits it replaces. */
  Map<EnvoyDescriptor, Set<EnvoyDescriptor>> replaced() {
    return replaced;
  }

  private void stepBack(EnvoyDescriptor limited) {
    List<EnvoyDescriptor> path = limited.path();
    for (int level = 0; level < path.size(); level++) {
      if (path.get(level).hasAnyValue()) {
        for (EnvoyDescriptor sibling : path.get(level).siblingsWithValue()) {
          new Walk(limited, path, sibling).from(sibling, level + 1);
        }
      }
    }
  }

  /** Follows the requests that match the beginning of a limit's path and then a sibling. */
  private final class Walk {
    private final EnvoyDescriptor limited;
    private final List<EnvoyDescriptor> path;
    private final EnvoyDescriptor sibling;

    Walk(EnvoyDescriptor limited, List<EnvoyDescriptor> path, EnvoyDescriptor sibling) {
      this.limited = limited;
      this.path = path;
      this.sibling = sibling;
    }

    void from(EnvoyDescriptor at, int level) {
      if (level == path.size()) {
        end(at);
        return;
      }
      EnvoyDescriptor wanted = path.get(level);
      Map<String, EnvoyDescriptor> below = at.children(wanted.key());
      List<EnvoyDescriptor> next = new ArrayList<>();
      if (wanted.hasAnyValue()) {
        next.addAll(below.values());
      } else if (below.containsKey(wanted.value()) || below.containsKey("")) {
        next.add(
            Objects.requireNonNull(
                below.containsKey(wanted.value()) ? below.get(wanted.value()) : below.get("")));
      }
      next.forEach(descriptor -> from(descriptor, level + 1));
      if (next.isEmpty() || (wanted.hasAnyValue() && !below.containsKey(""))) {
        nowhere();
      }
    }

    private void end(EnvoyDescriptor at) {
      EnvoyLimit limit = at.limit();
      if (limit == null && !exempt.contains(limited)) {
        exempt.add(at);
      }
      if (limit != null && limit.shadow() && !exempt.contains(limited)) {
        String expected = "false, as the limit in line %d is not replaced by one that only reports";
        differences.add(at.line(), "shadow_mode", "true", expected.formatted(limited.line()));
      } else if (exempt.contains(at) || (limit != null && limit.rate() != null)) {
        replaced.computeIfAbsent(at, a -> new LinkedHashSet<>()).add(limited);
      }
    }

    private void nowhere() {
      if (!exempt.contains(limited)) {
        String expected = "all of %s below it; the limit in line %d applies where they are missing";
        String keys = ShownText.sentence(limited.keys());
        String shown = ShownText.quoted(sibling.value());
        differences.add(sibling.line(), "value", shown, expected.formatted(keys, limited.line()));
      }
    }
  }
}
