package com.throttlex.rules.yaml;

import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Parses YAML text, including JSON, to a tree of nodes.
 *
 * <p>The tree is built from events, not by the library's own composer. The composer recurses as
 * deep as the text nests, and bounds the number of aliases instead of the size of their content.
 */
public final class YamlTree {
  /** The maximum length of a text, in characters. */
  public static final int MAX_LENGTH = 64 << 20;

  private static final int MAX_DEPTH = 32;
  private static final int MAX_ALIASED = 200_000;
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setCodePointLimit(MAX_LENGTH).build();

  private final Problems problems;
  private final Iterator<Event> events;
  private final Map<Anchor, Node> anchors = new HashMap<>();
  private int aliased;

  private YamlTree(String text, Problems problems) {
    this.problems = problems;
    events = new Parse(SETTINGS).parseReader(new CodePointReader(text)).iterator();
  }

  /**
   * Returns the root of the only document in the text, or null if there is none.
   *
   * @throws RuntimeException with all problems, if the text is not YAML
   */
  public static @Nullable Node parse(String text, Problems problems) {
    if (text.length() > MAX_LENGTH) {
      throw problems.fatal(
          1, "file", text.length() + " characters", "at most " + MAX_LENGTH + " characters");
    }
    try {
      return new YamlTree(text, problems).document();
    } catch (YamlEngineException e) {
      throw SyntaxErrors.fatal(text, e, problems);
    }
  }

  private @Nullable Node document() {
    Node root = null;
    while (events.hasNext()) {
      Event event = events.next();
      if (root == null && event instanceof NodeEvent node) {
        root = node(node, 0);
      } else if (root != null && event.getEventId() == Event.ID.DocumentStart) {
        problems.add(line(event), "yaml", "a second document", "one document in a file");
        return root;
      }
    }
    return root;
  }

  private Node node(NodeEvent event, int depth) {
    if (event instanceof AliasEvent alias) {
      return aliased(alias);
    }
    Node node =
        event instanceof ScalarEvent scalar
            ? scalar(scalar)
            : collection((CollectionStartEvent) event, depth);
    event.getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
    return node;
  }

  private Node scalar(ScalarEvent event) {
    untagged(event, event.getTag());
    return new Node.Scalar(line(event), event.getValue(), !event.isPlain());
  }

  private Node collection(CollectionStartEvent event, int depth) {
    untagged(event, event.getTag());
    if (depth == MAX_DEPTH) {
      throw problems.fatal(line(event), "yaml", "deep nesting", "at most " + MAX_DEPTH + " levels");
    }
    return event instanceof MappingStartEvent ? map(event, depth) : list(event, depth);
  }

  private Node list(Event start, int depth) {
    List<Node> items = new ArrayList<>();
    int size = 1;
    for (Event event = events.next(); event instanceof NodeEvent node; event = events.next()) {
      Node item = node(node, depth + 1);
      items.add(item);
      size += item.size();
    }
    return new Node.Items(line(start), items, size);
  }

  private Node map(Event start, int depth) {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    int size = 1;
    for (Event event = events.next(); event instanceof NodeEvent node; event = events.next()) {
      Node key = node(node, depth + 1);
      Node value = node((NodeEvent) events.next(), depth + 1);
      put(fields, line(event), key, value);
      size += 1 + value.size();
    }
    return new Node.Fields(line(start), fields, size);
  }

  private void put(Map<String, Node.Field> fields, int line, Node key, Node value) {
    if (key instanceof Node.Scalar name) {
      Node.Field first = fields.putIfAbsent(name.text(), new Node.Field(line, value));
      if (first != null) {
        problems.add(
            line,
            name.text(),
            "again",
            "each key once in a map; the first is in line " + first.line());
      }
    } else {
      problems.add(line, "yaml", key.shown() + " as a key", "a text as a key");
    }
  }

  private Node aliased(AliasEvent alias) {
    Node node = anchors.get(alias.getAlias());
    String name = "*" + ShownText.plain(alias.getAlias().getValue());
    if (node == null) {
      throw problems.fatal(line(alias), "yaml", name, "the name of an earlier anchor");
    }
    aliased += node.size();
    if (aliased > MAX_ALIASED) {
      throw problems.fatal(
          line(alias), "yaml", name, "aliases for at most " + MAX_ALIASED + " values in all");
    }
    return node;
  }

  private void untagged(Event event, Optional<String> tag) {
    tag.ifPresent(t -> problems.add(line(event), "yaml", "tag " + ShownText.plain(t), "no tags"));
  }

  private static int line(Event event) {
    return SyntaxErrors.line(event.getStartMark());
  }
}
