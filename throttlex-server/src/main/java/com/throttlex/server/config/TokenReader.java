package com.throttlex.server.config;

import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import com.throttlex.server.identity.AccessToken;
import com.throttlex.server.identity.AdminToken;
import com.throttlex.server.identity.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a list of named tokens; names and tokens must be unique. */
final class TokenReader<T> {
  private static final String EXPECTED =
      "at least 16 characters, letters, digits and signs without blanks";
  private static final Pattern TOKEN = Pattern.compile("[!-~]{16,}");

  /** The name of the token that an environment variable adds. */
  private static final String ENV = "env";

  private final List<String> fields;
  private final Making<T> making;
  private final List<T> tokens = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> secrets = new HashSet<>();

  /** Creates a token from its parts. */
  private interface Making<T> {
    T of(String name, Role role, String secret);
  }

  private TokenReader(List<String> fields, Making<T> making) {
    this.fields = fields;
    this.making = making;
  }

  /** Reads the tokens of the admin plane. */
  static List<AdminToken> admins(SettingSources sources) {
    TokenReader<AdminToken> reader =
        new TokenReader<>(List.of("name", "role", "token"), AdminToken::new);
    return reader.read(sources, SettingKey.ADMIN_TOKENS, Environment.ADMIN_TOKEN);
  }

  /** Reads the tokens of the data plane. */
  static List<AccessToken> callers(SettingSources sources) {
    TokenReader<AccessToken> reader =
        new TokenReader<>(
            List.of("name", "token"), (name, role, secret) -> new AccessToken(name, secret));
    return reader.read(sources, SettingKey.ACCESS_TOKENS, Environment.ACCESS_TOKEN);
  }

  private List<T> read(SettingSources sources, SettingKey key, String variable) {
    Value added = sources.token(key, variable);
    String secret = added == null ? null : secret(added);
    if (secret != null) {
      names.add(ENV);
      tokens.add(making.of(ENV, Role.ADMIN, secret));
    }
    Given given = sources.find(key);
    if (given != null) {
      list(given.value());
    }
    return tokens;
  }

  private void list(Value value) {
    if (!(value.node() instanceof Node.Items)) {
      value.hidden().wrong("a list of {" + String.join(", ", fields) + "}");
      return;
    }
    if (value.items().isEmpty()) {
      value.wrong("nothing", "at least one {" + String.join(", ", fields) + "}");
    }
    for (Value item : value.items()) {
      Section section = item.hidden().section(fields);
      if (section != null) {
        token(section);
      }
    }
  }

  private void token(Section section) {
    Value name = section.require("name", "a name");
    Role role = fields.contains("role") ? role(section) : Role.VIEWER;
    Value token = section.require("token", EXPECTED);
    String nameText = name == null ? null : name(name);
    String secret = token == null ? null : secret(token);
    if (nameText != null && role != null && secret != null) {
      tokens.add(making.of(nameText, role, secret));
    }
  }

  private static @Nullable Role role(Section section) {
    Value role = section.require("role", "one of viewer, editor, admin");
    return role == null ? null : role.word(Role.values(), Role::toString, Role.VIEWER);
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
