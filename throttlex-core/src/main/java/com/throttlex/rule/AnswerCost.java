package com.throttlex.rule;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The part of the application's answer that has the real cost of a request. The cost of the rule is
 * then an estimate, which is charged first and corrected when the answer is known.
 *
 * @param kind the kind of part
 * @param name the name of the header, the path of the member, or {@link #RESPONSE}
 * @param onOverrun what happens to an answer that costs more than the limits allow
 */
public record AnswerCost(Kind kind, String name, OnOverrun onOverrun) {
  /** The name of the bytes that are counted: those of the answer's body. */
  public static final String RESPONSE = "response";

  /** The most members in a path. */
  public static final int DEEPEST = 16;

  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}");
  private static final Pattern MEMBER = Pattern.compile("[^\\p{Cntrl}\\s.\"\\\\]{1,128}");

  /** The kinds of parts. */
  public enum Kind {
    /** A header of the answer. */
    HEADER("the name of a response header, such as X-Cost"),

    /** A member of a JSON answer, or of the last event of an event stream that has it. */
    JSON(
        "the path of a member, such as usage.total_tokens: at most "
            + DEEPEST
            + " names with dots between them"),

    /** The bytes of the answer's body. */
    BYTES(RESPONSE);

    private final String expected;

    Kind(String expected) {
      this.expected = expected;
    }

    /** Returns the description of a valid name. */
    public String expected() {
      return expected;
    }

    /** Returns the word of the rule file. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The ways to treat an answer that costs more than the limits allow. */
  public enum OnOverrun {
    /** It is sent to its end; the excess is debt. */
    FINISH,

    /** It ends where the limits end. */
    CUT
  }

  public AnswerCost {
    if (!isName(kind, name)) {
      throw new IllegalArgumentException(
          "cost: " + kind.text() + " \"" + name + "\" (expected: " + kind.expected() + ")");
    }
  }

  /** Returns whether a part of that kind may have that name. */
  public static boolean isName(Kind kind, String name) {
    return switch (kind) {
      case HEADER -> HEADER.matcher(name).matches();
      case JSON -> isPath(name);
      case BYTES -> name.equals(RESPONSE);
    };
  }

  private static boolean isPath(String name) {
    List<String> members = members(name);
    return members.size() <= DEEPEST && members.stream().allMatch(m -> MEMBER.matcher(m).matches());
  }

  /** Returns the members of the path, outermost first. */
  public List<String> path() {
    return members(name);
  }

  private static List<String> members(String path) {
    return List.of(path.split("\\.", -1));
  }

  /** Returns whether another rule reads its cost from the same part of the answer. */
  public boolean isSamePart(AnswerCost other) {
    return kind == other.kind
        && (kind == Kind.HEADER ? name.equalsIgnoreCase(other.name) : name.equals(other.name));
  }
}
