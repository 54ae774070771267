package com.throttlex.server.config;

import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import com.throttlex.server.identity.AdminToken;
import com.throttlex.server.identity.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the tokens of the admin plane. */
final class AdminTokenReader {
  private static final List<String> FIELDS = List.of("name", "role", "token");
  private static final String EXPECTED =
      "at least 16 characters, letters, digits and signs without blanks";
  private static final Pattern TOKEN = Pattern.compile("[!-~]{16,}");
  private static final String LIST_EXPECTED = "a list of {name, role, token}";
  private static final String ENV = "env";

  private final List<AdminToken> tokens = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> secrets = new HashSet<>();

  private AdminTokenReader() {}

  static List<AdminToken> read(Sources sources) {
    AdminTokenReader reader = new AdminTokenReader();
    Value variable = sources.adminToken();
    String secret = variable == null ? null : reader.secret(variable);
    if (secret != null) {
      reader.names.add(ENV);
      reader.tokens.add(new AdminToken(ENV, Role.ADMIN, secret));
    }
    Given given = sources.find(Key.ADMIN_TOKENS);
    if (given != null) {
      reader.list(given.value());
    }
    return reader.tokens;
  }

  private void list(Value value) {
    if (!(value.node() instanceof Node.Items)) {
      value.hidden().wrong(LIST_EXPECTED);
      return;
    }
    for (Value item : value.items()) {
      Section section = item.hidden().section(FIELDS);
      if (section != null) {
        token(section);
      }
    }
  }

  private void token(Section section) {
    Value name = section.require("name", "a name");
    Value role = section.require("role", "one of viewer, editor, admin");
    Value token = section.require("token", EXPECTED);
    String nameText = name == null ? null : name(name);
    Role given = role == null ? null : role.word(Role.values(), Role::toString, Role.VIEWER);
    String secret = token == null ? null : secret(token);
    if (nameText != null && given != null && secret != null) {
      tokens.add(new AdminToken(nameText, given, secret));
    }
  }

  private @Nullable String name(Value value) {
    String name = value.name("a name");
    if (name != null && !names.add(name)) {
      value.wrong("a name that no other token has");
    }
    return name;
  }

  private @Nullable String secret(Value value) {
    String secret = new Given(value, Path.of("")).secret(EXPECTED, TOKEN);
    if (secret != null && !secrets.add(secret)) {
      value.hidden().wrong("a token that no other name has");
    }
    return secret;
  }
}
