package com.throttlex.replay.report;

import com.throttlex.request.ShownText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * HTML as a text, element by element. Every text and every value of an attribute is escaped, so a
 * key or a path never becomes markup.
 */
final class Markup {
  private static final Set<String> EMPTY = Set.of("meta", "rect", "line", "path");

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Adds the declaration of an HTML file. */
  Markup doctype() {
    out.append("<!DOCTYPE html>\n");
    return this;
  }

  /** Begins an element; its attributes are names and values in turn. */
  Markup begin(String name, String... attributes) {
    tag(name, attributes);
    out.append('>');
    open.push(name);
    return this;
  }

  /** Adds an element without content. */
  Markup empty(String name, String... attributes) {
    tag(name, attributes);
    out.append(EMPTY.contains(name) ? "/>" : "></" + name + ">");
    return this;
  }

  private void tag(String name, String... attributes) {
    out.append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      out.append('"');
    }
  }

  /** Adds an element with a text. */
  Markup element(String name, String text, String... attributes) {
    return begin(name, attributes).text(text).end();
  }

  /** Adds a text. */
  Markup text(String text) {
    escape(text);
    return this;
  }

  /** Ends the element that began last. */
  Markup end() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** Begins a new line in the file. */
  Markup line() {
    out.append('\n');
    return this;
  }

  /** Adds a style sheet of this project, which is not escaped. */
  Markup style(String sheet) {
    out.append("<style>").append(sheet).append("</style>");
    return this;
  }

  private void escape(String text) {
    text.codePoints().forEach(this::escape);
  }

  private void escape(int c) {
    switch (c) {
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '&' -> out.append("&amp;");
      case '"' -> out.append("&quot;");
      case '\'' -> out.append("&#39;");
      default -> out.appendCodePoint(isShown(c) ? c : '\ufffd');
    }
  }

  /** Returns whether a character is visible; others may turn the text around them. */
  private static boolean isShown(int c) {
    return c == '\n' || c == '\t' || (!ShownText.isInvisible(c) && c != '\ufffe' && c != '\uffff');
  }

  /** Returns the whole text. */
  @Override
  public String toString() {
    return out.toString();
  }
}
