package com.throttlex.spring;

import com.throttlex.rules.yaml.Spelling;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** The names of properties: the valid ones, misspelt ones, and their origins. */
final class PropertyNames {
  private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("throttlex");
  private static final Map<String, Set<String>> KNOWN = known();

  private final Iterable<ConfigurationPropertySource> sources;

  PropertyNames(Environment environment) {
    sources = ConfigurationPropertySources.get(environment);
  }

  /** Returns every setting and its nested names; a setting of a simple type has none. */
  private static Map<String, Set<String>> known() {
    Map<String, Set<String>> known = new LinkedHashMap<>();
    for (RecordComponent setting : ThrottleXProperties.class.getRecordComponents()) {
      Set<String> parts = setting.getType().isRecord() ? names(setting.getType()) : Set.of();
      known.put(dashed(setting.getName()), parts);
    }
    for (String rules : RuleSource.FIELDS) {
      known.put(rules, Set.of());
    }
    return known;
  }

  private static Set<String> names(Class<?> type) {
    Map<String, Boolean> names = new LinkedHashMap<>();
    for (RecordComponent part : type.getRecordComponents()) {
      names.put(dashed(part.getName()), true);
    }
    return names.keySet();
  }

  private static String dashed(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** Returns the misspelt properties as problems. */
  List<String> problems() {
    UnboundElementsSourceFilter ours = new UnboundElementsSourceFilter();
    List<String> problems = new ArrayList<>();
    for (ConfigurationPropertySource source : sources) {
      if (source instanceof IterableConfigurationPropertySource names && ours.apply(source)) {
        names.stream()
            .filter(ROOT::isAncestorOf)
            .forEach(
                name -> {
                  String problem = problem(name);
                  if (problem != null && !problems.contains(problem)) {
                    problems.add(problem);
                  }
                });
      }
    }
    return problems;
  }

  private @Nullable String problem(ConfigurationPropertyName name) {
    String setting = name.getElement(1, Form.DASHED);
    Set<String> parts = find(KNOWN, setting);
    if (parts == null) {
      return unknown(name.chop(2), setting, KNOWN.keySet());
    }
    if (parts.isEmpty() || name.getNumberOfElements() < 3) {
      return null;
    }
    String part = name.getElement(2, Form.DASHED);
    boolean isKnown = parts.stream().anyMatch(known -> uniform(known).equals(uniform(part)));
    return isKnown ? null : unknown(name.chop(3), part, parts);
  }

  private static @Nullable Set<String> find(Map<String, Set<String>> known, String name) {
    return known.entrySet().stream()
        .filter(entry -> uniform(entry.getKey()).equals(uniform(name)))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private static String uniform(String name) {
    return name.replace("-", "");
  }

  private String unknown(ConfigurationPropertyName name, String part, Set<String> known) {
    return at(name, name + ": unknown property (expected: " + Spelling.expected(part, known) + ")");
  }

  /** Returns a problem with the origin of its property, if it is known. */
  String at(ConfigurationPropertyName name, String problem) {
    for (ConfigurationPropertySource source : sources) {
      Origin origin = origin(source, name);
      if (origin != null) {
        return problem + "\n        at " + origin;
      }
    }
    return problem;
  }

  private static @Nullable Origin origin(
      ConfigurationPropertySource source, ConfigurationPropertyName name) {
    ConfigurationProperty exact = source.getConfigurationProperty(name);
    if (exact != null || !(source instanceof IterableConfigurationPropertySource names)) {
      return exact == null ? null : exact.getOrigin();
    }
    return names.stream()
        .filter(name::isAncestorOf)
        .findFirst()
        .map(source::getConfigurationProperty)
        .map(ConfigurationProperty::getOrigin)
        .orElse(null);
  }
}
