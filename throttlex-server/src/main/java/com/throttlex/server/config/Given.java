package com.throttlex.server.config;

import com.throttlex.request.ShownText;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Value;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value of the configuration. The methods return null after a problem.
 *
 * @param folder the base of a relative path
 */
record Given(Value value, Path folder) {
  private static final String URL_EXPECTED = "an http or https URL";

  /** The marks after which a URL may contain a secret: before the host, and in the query. */
  private static final Pattern SECRET_PART = Pattern.compile("[@?]");

  /** Returns a text that messages do not show. */
  @Nullable String secret(String expected, Pattern form) {
    boolean fits =
        value.node() instanceof Node.Scalar scalar
            && !scalar.isNull()
            && form.matcher(scalar.text()).matches();
    if (!fits) {
      value.hidden().wrong(expected);
    }
    return fits && value.node() instanceof Node.Scalar scalar ? scalar.text() : null;
  }

  @Nullable Path path(String expected) {
    String text = value.text(expected);
    try {
      return text == null ? null : folder.resolve(text);
    } catch (InvalidPathException e) {
      value.wrong(expected);
      return null;
    }
  }

  /** Returns the path of a readable file. */
  @Nullable Path file() {
    Path path = path("the path of a file");
    if (path != null && !(Files.isRegularFile(path) && Files.isReadable(path))) {
      value.wrong(ShownText.quoted(path.toString()), "a file that exists and is readable");
      return null;
    }
    return path;
  }

  @Nullable URI url() {
    String text = value.text(URL_EXPECTED);
    URI uri = text == null ? null : uri(text);
    if (text != null && uri == null) {
      boolean secret = SECRET_PART.matcher(text).find();
      (secret ? value.hidden() : value).wrong(URL_EXPECTED);
    }
    return uri;
  }

  private static @Nullable URI uri(String text) {
    try {
      URI uri = URI.create(text);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      return http && uri.getHost() != null ? uri : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Returns true or false. */
  Boolean flag() {
    return value().word(new Boolean[] {false, true}, String::valueOf, false);
  }
}
